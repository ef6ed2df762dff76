import { z } from 'zod';
import { ago } from '../../support/time/moments';
import { startHubSpot, type HubSpotServer } from '../../support/hubspot/hubspot-server';
import { SyncPlatform } from '../../support/lead-sync/sync-platform';
import { query } from '../../support/postgresql/start-cluster';
import { useCluster } from '../../support/postgresql/use-cluster';
import { eventually } from '../../support/time/eventually';

const cluster = useCluster();
let hubspot: HubSpotServer;
let syncs: SyncPlatform;
let url: string;

beforeAll(async () => {
	url = await cluster().database('crm');
	await query(
		url,
		'CREATE TABLE people (source text, nr bigint, mail text, said json, talk text, seen timestamptz DEFAULT now(), PRIMARY KEY (source, nr))',
	);
	hubspot = await startHubSpot();
	const columns = {
		source: 'connection',
		nr: 'id',
		mail: 'email',
		said: 'conversation.json',
		talk: 'conversation.text',
	};
	syncs = await SyncPlatform.start({
		destinations: {
			crm: { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url },
			mapped: { type: 'postgresql', url, table: 'people', columns },
		},
	});
});
afterAll(async () => {
	await syncs.stop();
	await hubspot.close();
});

const AT_ONCE = { conversation: 'json', settleMinutes: 1, atOnce: true, intervalSeconds: 10 };
const rowsSchema = z.array(z.object({ mail: z.string(), talk: z.string(), written: z.string() }));
const rowsOf = async () =>
	rowsSchema.parse(await query(url, 'SELECT mail, talk, xmin::text AS written FROM people ORDER BY nr'));

/** A lead that was captured in the middle of its talk. @returns the id of the conversation */
async function captureTalk(agentId: string, email: string, secondsAgo = 0): Promise<string> {
	const messages = [{ role: 'visitor', content: `First words of ${email}` }];
	const id = await syncs.platform.admin.beginConversation(agentId, { messages, createdAt: ago(600_000).toISOString() });
	await syncs.capture(agentId, email, { conversationId: id, capturedAt: ago(secondsAgo * 1_000).toISOString() });
	return id;
}

it('brings a lead at once with what was said, and its conversation again after the talk', async () => {
	const agent = await syncs.agentWith(0);
	const talk = await captureTalk(agent, 'ada@example.com');
	await captureTalk(agent, 'silent@example.com');
	const [table, crm] = await Promise.all([
		syncs.sync(agent, 'mapped', { ...AT_ONCE, leadsPerPerson: 'one' }),
		syncs.sync(agent, 'crm', AT_ONCE),
	]);
	await Promise.all([table, crm].map(({ id }) => syncs.untilSynced(id, 2)));
	const before = await rowsOf();
	expect(before.map(({ mail }) => mail)).toEqual(['ada@example.com', 'silent@example.com']);
	expect(before[0]?.talk).toContain('First words of ada');
	expect(hubspot.notes.all()).toHaveLength(2);

	await syncs.platform.admin.addMessage(talk, 'visitor', 'Last words');
	// Another worker goes on with what the sync has noted.
	await syncs.platform.restartWorkers();
	await eventually(
		async () => (await rowsOf())[0]?.talk,
		(seen) => expect(seen).toContain('Last words'),
		'the sync reads a conversation again some time after its last words',
		{ everyMs: 1_000, looks: 400 },
	);
	await eventually(
		() => hubspot.notes.all().filter(({ body }) => body.includes('Last words')),
		(seen) => expect(seen).toHaveLength(1),
		'the sync reads a conversation again some time after its last words',
		{ everyMs: 1_000, looks: 400 },
	);
	const after = await rowsOf();
	// A talk that did not go on costs no write.
	expect(after[1]).toEqual(before[1]);
	expect(hubspot.notes.all()).toHaveLength(2);
	for (const { id } of [table, crm]) {
		const { result, progress } = await syncs.cancel(id);
		expect(result).toMatchObject({ leadsSynced: 2, leadsRefused: 0 });
		expect(progress?.message).not.toContain('skipped');
	}
}, 1_200_000);

it('counts a lead once that was refused at once, and that a person retried while its talk continued', async () => {
	const agent = await syncs.agentWith(0);
	hubspot.account.refuseValues('Not now');
	const talk = await captureTalk(agent, 'late@example.com');
	const { id } = await syncs.sync(agent, 'crm', AT_ONCE);
	await syncs.until(id, 'a refused lead', ({ progress }) => progress?.itemsFailed === 1);
	hubspot.account.refuseValues(null);
	expect(await syncs.act(id, 'retry-refused')).toBe('One refused lead is retried.');
	await syncs.untilSynced(id, 1);
	const notes = () => hubspot.notes.all().filter(({ body }) => body.includes('First words of late'));
	expect(notes()).toHaveLength(1);

	await syncs.platform.admin.addMessage(talk, 'visitor', 'Last words');
	await eventually(
		() => notes()[0]?.body,
		(seen) => expect(seen).toContain('Last words'),
		'the sync reads a conversation again some time after its last words',
		{ everyMs: 1_000, looks: 400 },
	);
	expect(notes()).toHaveLength(1);
	expect((await syncs.cancel(id)).result).toMatchObject({ leadsSynced: 1, leadsRefused: 0 });
}, 1_200_000);
