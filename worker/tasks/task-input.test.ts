import { z } from 'zod';
import { Keyring } from '../temporal/keyring';
import { definitions } from './definitions';
import { inputParts, shownInput, withoutDefaults } from './task-input';

it('shows of a mail how many it goes to, and neither addresses nor text', () => {
	const input = {
		version: 1,
		connection: 'main',
		agentId: 'a',
		to: ['ada@client.example'],
		subject: 'Your order',
		content: 'Dear Ada',
		reviewers: ['boss@team.example'],
		deadlineSeconds: 60,
		somethingNew: 'secret',
	};
	expect(shownInput('email-send-with-review', input)).toEqual({
		connection: 'main',
		agentId: 'a',
		toCount: 1,
		reviewersCount: 1,
		deadlineSeconds: 60,
	});
});

it('shows of an export no address that it was narrowed down to', () => {
	expect(shownInput('lead-export', { connection: 'main', format: 'csv', email: 'ada@client.example' })).toEqual({
		connection: 'main',
		format: 'csv',
	});
});

const keyring = new Keyring({ keys: [{ id: 'k', secret: Buffer.alloc(32, 1).toString('base64') }], current: 'k' });
const schema = definitions['retrain-and-wait'].input;
const given = { connection: 'main', agentId: 'agent_support' };
const macOf = (input: object) => keyring.mac(inputParts({ type: 'retrain-and-wait', input })).mac;

describe('what the same key is compared by', () => {
	it('is the same for ever, or every repeat of an older key would be a conflict', () => {
		expect(macOf(schema.parse({ ...given, waitUntil: 'canChat', timeoutSeconds: 60 }))).toBe(
			'nhF4qjxsiRg9UGIRRrFDivn_KAVvGWH8niS_q2ZX858',
		);
	});

	it('is the same whether a default was sent or filled in, and in whatever order', () => {
		const whole = {
			ifActive: 'adopt',
			waitUntil: 'finished',
			agentId: 'agent_support',
			connection: 'main',
			version: 1,
		};
		expect(macOf(whole)).toBe(macOf(schema.parse(given)));
	});

	it.each([{ ifActive: 'wait' }, { waitUntil: 'canChat' }, { timeoutSeconds: 1 }, { agentId: 'agent_sales' }])(
		'differs with %j',
		(more) => {
			expect(macOf(schema.parse({ ...given, ...more }))).not.toBe(macOf(schema.parse(given)));
		},
	);

	it('does not see a field that a later release adds with a default', () => {
		const later = schema.extend({ labels: z.array(z.string()).default([]) });
		const today = withoutDefaults(schema, schema.parse(given));
		expect(withoutDefaults(later, later.parse(given))).toEqual(today);
		expect(withoutDefaults(later, later.parse({ ...given, labels: ['night'] }))).not.toEqual(today);
	});
});
