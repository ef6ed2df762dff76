import { leadSchema, listSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';

const AGENT = 'agent_support';
const leads = `/agents/${AGENT}/leads`;

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await TestSandbox.start();
});
afterEach(() => sandbox.running.close());

const capture = async (email: string, capturedAt: string, more: object = {}) => {
	const { body } = await sandbox.admin('POST', leads, { name: 'Visitor', email, capturedAt, ...more });
	return leadSchema.parse(body);
};
const list = async (query = '') => {
	const { items, total } = listSchema(leadSchema).parse((await sandbox.call('GET', `${leads}${query}`)).body);
	return { emails: items.map(({ email }) => email), total };
};

describe('leads (specification, parts 1, 2 and 4)', () => {
	it('are shown with their form fields and their conversation, without network details', async () => {
		const lead = await capture('one@example.com', '2026-03-01T10:00:00Z', {
			city: 'Bergen',
			fields: { size: 'L', newsletter: true },
			network: { ip: '203.0.113.7' },
		});

		expect(lead).toEqual({
			id: expect.any(Number) as number,
			agentId: AGENT,
			conversationId: expect.any(String) as string,
			name: 'Visitor',
			email: 'one@example.com',
			phone: null,
			city: 'Bergen',
			country: '',
			countryCode: '',
			fields: { size: 'L', newsletter: true },
			capturedAt: '2026-03-01T10:00:00.000Z',
		});
		expect((await sandbox.call('GET', `${leads}/${lead.id}`)).body).toEqual(lead);
		const conversation = await sandbox.call('GET', `/conversations/${lead.conversationId}`);
		expect(conversation.body).toMatchObject({ visitor: { email: 'one@example.com' } });
		expect((await sandbox.call('GET', `/agents/agent_sales/leads/${lead.id}`)).status).toBe(404);
	});

	it('are listed newest first, by part of the address and by days, both inclusive', async () => {
		await capture('c@example.com', '2026-03-03T00:00:00Z');
		await capture('A@Example.com', '2026-03-01T23:59:59.999Z');
		await capture('b_%|@example.net', '2026-03-02T12:00:00Z');

		expect(await list()).toEqual({ emails: ['c@example.com', 'b_%|@example.net', 'A@Example.com'], total: 3 });
		expect(await list('?limit=1&offset=1')).toEqual({ emails: ['b_%|@example.net'], total: 3 });
		expect(await list('?offset=3')).toEqual({ emails: [], total: 3 });
		expect(await list(`?offset=${Number.MAX_SAFE_INTEGER}`)).toEqual({ emails: [], total: 3 });
		expect(await list('?email=EXAMPLE.COM')).toEqual({ emails: ['c@example.com', 'A@Example.com'], total: 2 });
		expect(await list('?email=%25@')).toEqual({ emails: [], total: 0 });
		expect(await list('?email=b_%25|')).toEqual({ emails: ['b_%|@example.net'], total: 1 });
		expect(await list('?startDate=2026-03-01&endDate=2026-03-01')).toEqual({ emails: ['A@Example.com'], total: 1 });
		expect(await list('?startDate=2026-03-02')).toMatchObject({ total: 2 });
		expect(await list('?startDate=2026-03-02&endDate=2026-03-03&email=com')).toMatchObject({ total: 1 });
		expect(await list('?startDate=2026-03-04&endDate=2026-03-01')).toEqual({ emails: [], total: 0 });
	});

	it('are paged over many days as one list, also when some go', async () => {
		await sandbox.admin('POST', `/agents/${AGENT}/generate`, { kind: 'leads', count: 1000, days: 30 });
		const ids: number[] = [];
		for (let offset = 0; offset < 1000; offset += 100) {
			const { body } = await sandbox.call('GET', `${leads}?limit=100&offset=${offset}`);
			ids.push(
				...listSchema(leadSchema)
					.parse(body)
					.items.map(({ id }) => id),
			);
		}
		expect(ids).toEqual([...ids].sort((one, other) => other - one));
		expect(new Set(ids).size).toBe(1000);

		await sandbox.admin('DELETE', `${leads}/${ids[500] ?? 0}`);
		const { body } = await sandbox.call('GET', `${leads}?limit=2&offset=499`);
		expect(body).toMatchObject({ items: [{ id: ids[499] }, { id: ids[501] }], total: 999 });
	});

	it('are generated as visitors with whole numbers', async () => {
		await sandbox.admin('POST', `/agents/${AGENT}/generate`, { kind: 'leads', count: 3, days: 1 });
		const { body } = await sandbox.call('GET', `${leads}?limit=3`);

		expect(body).toMatchObject({
			items: [3, 2, 1].map((number) => ({ name: `Visitor ${number}`, email: `visitor-${number}@example.com` })),
		});
	});
});
