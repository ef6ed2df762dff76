import { destinationsSchema } from '../../../../worker/destinations/kind-lookup';
import { WebhookDestination } from '../../../../worker/destinations/webhook/webhook-destination';
import { newLead, pageOf } from './lead';
import { type Receiver, startReceiver } from './receiver';

let receiver: Receiver;

beforeEach(async () => {
	receiver = await startReceiver();
});
afterEach(() => receiver.close());

function destination(more: object = {}): WebhookDestination {
	const hook = { type: 'webhook', url: receiver.url, secret: receiver.secret, ...more };
	const config = destinationsSchema.parse({ hook })['hook'];
	if (config?.type !== 'webhook') throw new Error('It is another destination.');
	return new WebhookDestination('hook', config);
}

describe('a webhook as a destination', () => {
	it('posts each lead, oldest first, signed, under an id that is always the same', async () => {
		const leads = [newLead(), newLead()];
		const brought: number[] = [];
		const page = { ...pageOf(leads), onWritten: (id: number) => brought.push(id) };
		expect(await destination().writePage(page)).toEqual({ written: 2, refused: [] });
		expect(receiver.deliveries.map(({ data }) => data)).toEqual(leads.map((lead) => ({ connection: 'main', ...lead })));
		expect(receiver.deliveries.map(({ webhookId }) => webhookId)).toEqual(leads.map(({ id }) => `lead_main_${id}`));
		expect(brought).toEqual(leads.map(({ id }) => id));
	});

	it.each([400, 406, 409, 413, 418, 422, 451])(
		'lists a lead that is answered with %d, and continues',
		async (status) => {
			const leads = [newLead(), newLead()];
			receiver.answer = ({ data }) => ({ status: data.id === leads[0]?.id ? status : 204 });
			expect(await destination().writePage(pageOf(leads))).toEqual({
				written: 1,
				refused: [
					{
						leadId: leads[0]?.id,
						reason: `The receiver answered ${status}.`,
						...(status === 413 ? { kind: 'set_aside' } : {}),
					},
				],
			});
		},
	);

	it('posts half of a character as U+FFFD, and lists a lead whose fields go too deep', async () => {
		let deep: object = {};
		for (let level = 0; level < 50_000; level += 1) deep = { in: deep };
		const leads = [newLead({ fields: { deep } }), newLead({ name: 'Ada \ud83d', fields: { '\udc00': '\\ud83d' } })];
		expect(await destination().writePage(pageOf(leads))).toEqual({
			written: 1,
			refused: [{ leadId: leads[0]?.id, reason: 'Its fields are nested too deeply for JSON.', kind: 'set_aside' }],
		});
		expect(receiver.deliveries.map(({ data }) => data)).toMatchObject([
			{ name: 'Ada \ufffd', fields: { '\ufffd': '\\ud83d' } },
		]);
	});

	it.each([
		[500, {}, null],
		[429, { 'retry-after': '30' }, 30_000],
		[408, {}, null],
		[401, {}, null],
		[404, {}, null],
		[410, {}, null],
		[431, {}, null],
		[302, { location: 'http://elsewhere.example/' }, null],
	])('holds the page at %d', async (status, headers, retryAfterMs) => {
		receiver.answer = () => ({ status, headers });
		await expect(destination().writePage(pageOf([newLead(), newLead()]))).rejects.toMatchObject({
			name: 'DestinationHeldError',
			retryAfterMs,
		});
		expect(receiver.deliveries).toHaveLength(1);
	});

	it('holds the page while nobody answers, and says so when it is checked', async () => {
		await expect(destination().check()).resolves.toBeUndefined();
		expect(receiver.deliveries).toEqual([]);
		await receiver.close();
		await expect(destination().writePage(pageOf([newLead()]))).rejects.toThrow(/does not answer \(ECONNREFUSED\)/);
		await expect(destination().check()).rejects.toThrow(/url leads to 127\.0\.0\.1:\d+, which does not answer/);
	});
});

describe('the address of a webhook', () => {
	const problemOf = (url: string) =>
		destinationsSchema.safeParse({ hook: { type: 'webhook', url, secret: receiver.secret } }).error?.issues[0]?.message;

	it.each(['http://crm.example.com/leads', 'http://8.8.8.8/'])('%s is refused: leads go encrypted', (url) => {
		expect(problemOf(url)).toContain('must be https://');
	});

	it.each(['https://crm.example.com/leads', 'http://n8n:5678/webhook/x', 'http://10.1.2.3/', 'http://[::1]:80/'])(
		'%s is taken',
		(url) => {
			expect(problemOf(url)).toBeUndefined();
		},
	);

	it('holds no password', () => {
		expect(problemOf('https://user:pass@crm.example.com/')).toContain('must not contain');
	});
});
