import { ago } from '../../../support/time/moments';
import type { LeadConversation } from '../../../../api';
import { useHttpDestinations } from './use-http-destinations';

const MINUTE = 60_000;
const to = useHttpDestinations();

/** A lead of a talk of two messages. @returns the id of the conversation */
async function captureTalk(agentId: string, email: string, minutesAgo: number): Promise<string> {
	const { admin } = to.syncs.platform;
	const messages = [
		{ role: 'visitor', content: `Question of ${email}` },
		{ role: 'assistant', content: `Answer to ${email}` },
	];
	const id = await admin.beginConversation(agentId, { messages, createdAt: ago(600 * MINUTE).toISOString() });
	await to.syncs.capture(agentId, email, { conversationId: id, capturedAt: ago(minutesAgo * MINUTE).toISOString() });
	return id;
}

const conversationsTo = (agentId: string) =>
	to.deliveredTo(agentId).map(({ data }) => (data as { conversation?: LeadConversation }).conversation);

it('brings each lead once, with its conversation, or without and with the reason', async () => {
	const agent = await to.syncs.agentWith(0);
	for (let number = 0; number < 8; number += 1) await captureTalk(agent, `p${number}@example.com`, 300 - number);
	await to.syncs.platform.admin.deleteConversation(await captureTalk(agent, 'gone@example.com', 90));
	const { id } = await to.syncs.sync(agent, 'hook', { conversation: 'text', settleMinutes: 0 });
	await to.syncs.untilSynced(id, 9);
	expect(conversationsTo(agent).map((each) => [each?.missing, each?.lastAnswer])).toEqual([
		...Array.from({ length: 8 }, (_none, number) => [null, `Answer to p${number}@example.com`]),
		['deleted', null],
	]);
	await captureTalk(agent, 'later@example.com', 1);
	await to.syncs.act(id, 'sync-now');
	await to.syncs.untilSynced(id, 10);
	expect(conversationsTo(agent).at(-1)?.text).toContain('Question of later@example.com');
	await to.syncs.cancel(id);
});

it('lets a new lead wait, and brings the others meanwhile', async () => {
	const agent = await to.syncs.agentWith(0);
	await captureTalk(agent, 'waits@example.com', 2);
	await captureTalk(agent, 'comes@example.com', 30);
	const { id } = await to.syncs.sync(agent, 'hook', { conversation: 'extract' });
	await to.syncs.untilSynced(id, 1);
	await to.syncs.act(id, 'sync-now');
	await to.syncs.until(id, 'a check', ({ progress }) => progress?.nextAt !== undefined);
	expect(to.deliveredTo(agent).map(({ data }) => data.email)).toEqual(['comes@example.com']);
	await to.syncs.cancel(id);
});

it('writes notes of contacts in HubSpot', async () => {
	const agent = await to.syncs.agentWith(0);
	await captureTalk(agent, 'ada@example.com', 90);
	const { id } = await to.syncs.sync(agent, 'crm', { conversation: 'text', settleMinutes: 0 });
	await to.syncs.untilSynced(id, 1);
	expect(to.hubspot.notes.all().map(({ body }) => body)).toEqual([
		expect.stringContaining('Answer to ada@example.com'),
	]);
	await to.syncs.cancel(id);
});
