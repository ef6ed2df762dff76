import type { LeadConversation } from '../../../../api';
import { startHubSpot, type HubSpotServer } from '../../../support/hubspot/hubspot-server';
import { SyncPlatform } from '../../../support/lead-sync/sync-platform';
import { type Receiver, startReceiver } from '../destinations/receiver';

const MINUTE = 60_000;
let receiver: Receiver;
let hubspot: HubSpotServer;
let syncs: SyncPlatform;

beforeAll(async () => {
	[receiver, hubspot] = await Promise.all([startReceiver(), startHubSpot()]);
	syncs = await SyncPlatform.start({
		destinations: {
			hook: { type: 'webhook', url: receiver.url, secret: receiver.secret },
			crm: { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url },
		},
	});
});
afterAll(async () => {
	await syncs.stop();
	await Promise.all([receiver.close(), hubspot.close()]);
});

/** A lead of a talk of two messages. @returns the id of the conversation */
async function captureTalk(agentId: string, email: string, minutesAgo: number): Promise<string> {
	const { admin } = syncs.platform;
	const messages = [
		{ role: 'visitor', content: `Question of ${email}` },
		{ role: 'assistant', content: `Answer to ${email}` },
	];
	const id = await admin.beginConversation(agentId, { messages, createdAt: ago(600) });
	await syncs.capture(agentId, email, { conversationId: id, capturedAt: ago(minutesAgo) });
	return id;
}

const ago = (minutes: number) => new Date(Date.now() - minutes * MINUTE).toISOString();
const deliveredTo = (agentId: string) => receiver.deliveries.filter(({ data }) => data['agentId'] === agentId);
const conversationsTo = (agentId: string) =>
	deliveredTo(agentId).map(({ data }) => (data as { conversation?: LeadConversation }).conversation);

it('brings each lead once, with its conversation, or without and with the reason', async () => {
	const agent = await syncs.agentWith(0);
	for (let number = 0; number < 8; number += 1) await captureTalk(agent, `p${number}@example.com`, 300 - number);
	await syncs.platform.admin.deleteConversation(await captureTalk(agent, 'gone@example.com', 90));
	const { id } = await syncs.sync(agent, 'hook', { conversation: 'text', settleMinutes: 0 });
	await syncs.untilSynced(id, 9);
	expect(conversationsTo(agent).map((each) => [each?.missing, each?.lastAnswer])).toEqual([
		...Array.from({ length: 8 }, (_none, number) => [null, `Answer to p${number}@example.com`]),
		['deleted', null],
	]);
	await captureTalk(agent, 'later@example.com', 1);
	await syncs.act(id, 'sync-now');
	await syncs.untilSynced(id, 10);
	expect(conversationsTo(agent).at(-1)?.text).toContain('Question of later@example.com');
	await syncs.cancel(id);
});

it('lets a new lead wait, and brings the others meanwhile', async () => {
	const agent = await syncs.agentWith(0);
	await captureTalk(agent, 'waits@example.com', 2);
	await captureTalk(agent, 'comes@example.com', 30);
	const { id } = await syncs.sync(agent, 'hook', { conversation: 'extract' });
	await syncs.untilSynced(id, 1);
	await syncs.act(id, 'sync-now');
	await syncs.until(id, 'a check', ({ progress }) => progress?.nextAt !== undefined);
	expect(deliveredTo(agent).map(({ data }) => data.email)).toEqual(['comes@example.com']);
	await syncs.cancel(id);
});

it('writes notes of contacts in HubSpot', async () => {
	const agent = await syncs.agentWith(0);
	await captureTalk(agent, 'ada@example.com', 90);
	const { id } = await syncs.sync(agent, 'crm', { conversation: 'text', settleMinutes: 0 });
	await syncs.untilSynced(id, 1);
	expect(hubspot.notes.all().map(({ body }) => body)).toEqual([expect.stringContaining('Answer to ada@example.com')]);
	await syncs.cancel(id);
});
