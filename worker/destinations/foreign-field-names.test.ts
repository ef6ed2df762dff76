import type { Lead } from '../../api';
import { columnsOf } from '../storage/lead-files/columns';
import { sourceOf } from './lead-source';
import { webhookData, webhookPreview } from './webhook/lead-data';

const of = { connection: 'main', agentId: 'agent_support' };
const lead: Lead = {
	id: 1,
	agentId: 'agent_support',
	conversationId: '7',
	name: 'Ada',
	email: 'ada@client.example',
	phone: '',
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: '2026-01-02T03:04:05.000Z',
};

/** Every plain object has these, and a visitor's form may have fields of these names. */
describe.each(['constructor', 'toString', 'hasOwnProperty', '__proto__'])('the form field %s', (name) => {
	const source = `fields.${name}`;

	test('that a lead does not have is empty, in files and destinations', () => {
		expect(sourceOf(source, of, lead)).toBeNull();
		expect(
			columnsOf({ names: [name], hasShared: false })
				.at(-1)
				?.cell(lead),
		).toBe('');
		expect(JSON.stringify(webhookData(of, lead, [source]))).not.toContain('function');
		expect(webhookPreview(of, lead, [source]).values).toEqual({ connection: 'main', id: 1, [source]: null });
	});

	test('that a lead has is its value', () => {
		const filled = { ...lead, fields: Object.fromEntries([[name, 'typed']]) };
		expect(sourceOf(source, of, filled)).toBe('typed');
		expect(
			columnsOf({ names: [name], hasShared: false })
				.at(-1)
				?.cell(filled),
		).toBe('typed');
		expect(webhookPreview(of, filled, [source]).values).toMatchObject({ [source]: 'typed' });
	});
});
