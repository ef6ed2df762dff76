import { z } from 'zod';
import { TestSandbox } from './running-sandbox';

const confirmations = '/agents/agent_sales/cod-confirmations';

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await TestSandbox.start();
});
afterEach(() => sandbox.running.close());

const create = async (orderNumber: string, createdAt: string, more: object) => {
	const { body } = await sandbox.admin('POST', confirmations, {
		orderNumber,
		customerName: 'Buyer',
		customerPhone: '+15550100',
		currency: 'EUR',
		createdAt,
		...more,
	});
	return z.looseObject({ id: z.string() }).parse(body).id;
};

describe('cash-on-delivery confirmations (specification, part 4)', () => {
	it('are listed newest first and read one by one', async () => {
		const first = await create('1', '2026-05-01T08:00:00Z', { amount: 49.9 });
		const second = await create('2', '2026-05-02T08:00:00Z', { amount: 10, status: 'confirmed' });

		const { body } = await sandbox.call('GET', `${confirmations}?limit=1`);
		expect(body).toMatchObject({ items: [{ id: second }], total: 2, limit: 1, offset: 0 });
		expect((await sandbox.call('GET', `${confirmations}/${first}`)).body).toEqual({
			id: first,
			agentId: 'agent_sales',
			conversationId: null,
			orderNumber: '1',
			customerName: 'Buyer',
			customerPhone: '+15550100',
			amount: 49.9,
			currency: 'EUR',
			status: 'pending',
			createdAt: '2026-05-01T08:00:00.000Z',
			settledAt: null,
		});
		const elsewhere = await sandbox.call('GET', `/agents/agent_support/cod-confirmations/${first}`);
		expect(elsewhere.body).toMatchObject({ type: 'not_found', status: 404 });
	});

	it('are summed up for a range of days, as they are answered', async () => {
		const first = await create('1', '2026-05-01T00:00:00Z', { amount: 49.9 });
		await create('2', '2026-05-02T23:59:59Z', { amount: 10.1, status: 'cancelled' });
		await create('3', '2026-05-02T12:00:00Z', { amount: 5, currency: 'USD', status: 'no_response' });
		await create('4', '2026-05-03T00:00:00Z', { amount: 99, status: 'confirmed' });
		await sandbox.admin('PATCH', `${confirmations}/${first}`, { status: 'confirmed' });

		const metrics = (query: string) => sandbox.call('GET', `${confirmations}/metrics${query}`);

		expect((await metrics('?startDate=2026-05-01&endDate=2026-05-02')).body).toEqual({
			startDate: '2026-05-01',
			endDate: '2026-05-02',
			total: 3,
			pending: 0,
			confirmed: 1,
			cancelled: 1,
			noResponse: 1,
			confirmationRate: 0.3333,
			amounts: [
				{ currency: 'EUR', total: 60, confirmed: 49.9 },
				{ currency: 'USD', total: 5, confirmed: 0 },
			],
		});
		expect((await metrics('')).body).toMatchObject({ total: 4, startDate: null });
		expect((await metrics('?endDate=2020-01-01')).body).toMatchObject({
			total: 0,
			confirmationRate: null,
			amounts: [],
		});
		expect((await metrics('?startDate=May')).body).toMatchObject({ status: 400, issues: [{ path: 'startDate' }] });
	});
});
