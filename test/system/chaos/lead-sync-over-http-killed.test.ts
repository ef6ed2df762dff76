import { eventually } from '../../support/time/eventually';
import { type HubSpotServer, startHubSpot } from '../../support/hubspot/hubspot-server';
import { type Receiver, startReceiver } from '../../parts/integration/destinations/receiver';
import { withChaosStack } from './with-chaos-stack';
const LEADS = 20;

let hubspot: HubSpotServer;
let receiver: Receiver;

const chaos = withChaosStack({
	destinations: async () => {
		[hubspot, receiver] = await Promise.all([startHubSpot(), startReceiver()]);
		return {
			crm: { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url },
			hook: { type: 'webhook', url: receiver.url, secret: receiver.secret },
		};
	},
});
afterAll(() => Promise.all([hubspot.close(), receiver.close()]));

async function startSync(destination: string): Promise<string> {
	const agentId = await chaos().newAgent();
	for (let number = 1; number <= LEADS; number += 1)
		await chaos().admin.captureLead(agentId, { name: 'Ada Example', email: `${destination}${number}@example.com` });
	const input = { version: 1, connection: 'sandbox', agentId, destination, intervalSeconds: 10 };
	return (await chaos().gateway.start('lead-sync', agentId, input)).id;
}

async function untilUpToDate(id: string): Promise<void> {
	await eventually(
		async () => (await chaos().gateway.read(id)).progress?.upToDateAt,
		(seen) => seen !== undefined,
		'A sync that is up to date',
		{ everyMs: 500, looks: 480 },
	);
	await chaos().gateway.cancel(id);
}

describe('kill -9 of the worker in the middle of a page', () => {
	it('that HubSpot has stored without a response to the worker: one contact for each person', async () => {
		hubspot.holdNextAnswer('POST /crm/v3/objects/contacts/batch/create');
		const id = await startSync('crm');
		await eventually(() => hubspot.account.all().length === LEADS, Boolean, 'Contacts');
		await chaos().stack.worker.kill();
		await chaos().stack.worker.start();

		await untilUpToDate(id);
		expect(hubspot.account.all()).toHaveLength(LEADS);
		const creates = hubspot.requests.filter((route) => /batch\/create$/.test(route));
		expect(creates).toHaveLength(1);
	});

	it('of which a receiver has half: each lead comes at least once, and again only with the same id', async () => {
		receiver.answer = () => ({ status: receiver.deliveries.length > LEADS / 2 ? 503 : 200 });
		const id = await startSync('hook');
		await eventually(() => receiver.deliveries.length > LEADS / 2, Boolean, 'Half of the leads');
		await chaos().stack.worker.kill();
		receiver.answer = () => ({ status: 200 });
		await chaos().stack.worker.start();

		await untilUpToDate(id);
		const emails = new Set(receiver.deliveries.map(({ data }) => data.email));
		const ids = new Set(receiver.deliveries.map(({ webhookId }) => webhookId));
		expect([emails.size, ids.size]).toEqual([LEADS, LEADS]);
	});
});
