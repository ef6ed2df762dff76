import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { z } from 'zod';
import { eventually, isThere } from '../../../support/time/eventually';
import { receiveUpload } from '../../../../worker/storage/blobs';
import type { Person } from '../../../../worker/privacy';
import { type HubSpotServer, startHubSpot } from '../../../support/hubspot/hubspot-server';
import { type PostgresqlCluster, query, startCluster } from '../../../support/postgresql/start-cluster';
import { type Receiver, startReceiver } from '../destinations/receiver';
import { Mailboxes } from '../../../support/gateway/mailboxes';
import type { SyncPlatform } from '../../../support/lead-sync/sync-platform';
import { filesIn, historiesOf } from './everything-kept';
import { PersonPlatform, statesOf } from './person-platform';

const ANA: Person = { email: 'ana.b@client.example', leads: [] };
const JOANA = 'joana.b@client.example';
const CARL = 'carl@client.example';
const REFUSING = `
	CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
		$$ BEGIN RAISE EXCEPTION 'nobody wants %', NEW.mail; END $$;
	CREATE TABLE refusing (source text, nr bigint, mail text, PRIMARY KEY (source, nr));
	CREATE TRIGGER refuse BEFORE INSERT ON refusing FOR EACH ROW EXECUTE FUNCTION refuse()`;

let cluster: PostgresqlCluster;
let hubspot: HubSpotServer;
let receiver: Receiver;
let syncs: SyncPlatform;
let url: string;
let kept: PersonPlatform;
let agent: string;

beforeAll(async () => {
	[cluster, hubspot, receiver] = await Promise.all([startCluster(), startHubSpot(), startReceiver()]);
	url = await cluster.database('crm');
	await query(url, REFUSING);
	kept = await PersonPlatform.start({
		destinations: {
			database: { type: 'postgresql', url },
			refusing: {
				type: 'postgresql',
				url,
				table: 'refusing',
				columns: { source: 'connection', nr: 'id', mail: 'email' },
			},
			crm: { type: 'hubspot', accessToken: hubspot.token, baseUrl: hubspot.url },
			flow: { type: 'webhook', url: receiver.url, secret: receiver.secret },
		},
	});
	syncs = kept.syncs;
	agent = await syncs.agentWith(0);
});
afterAll(async () => {
	await syncs.stop();
	await Promise.all([cluster.stop(), hubspot.close(), receiver.close()]);
});

const report = (mode: 'find' | 'erase', person = ANA) => kept.report(mode, person);
const exported = (more: object) => kept.exported(agent, more);

/** A mail that waits for its review. @returns the task's id */
async function mailTo(address: string): Promise<string> {
	const id = await startMail(address);
	await syncs.until(id, 'its question', ({ stage }) => stage === 'reviewing');
	return id;
}

/** @param more of the input */
async function startMail(address: string, more: object = {}): Promise<string> {
	const input = {
		version: 1,
		connection: 'sandbox',
		agentId: 'agent_support',
		to: [address],
		subject: 'Your order',
		content: `Dear ${address}`,
		deadlineSeconds: 3600,
		followSeconds: 60,
		resumeAutoReplies: false,
		...more,
	} as const;
	const { id } = await syncs.platform.tasks.start({
		type: 'email-send-with-review',
		idempotencyKey: randomUUID(),
		input,
	});
	return id;
}

async function emails(): Promise<string[]> {
	const rows = await query(url, 'SELECT email FROM leads ORDER BY lead_id');
	return z
		.array(z.object({ email: z.string() }))
		.parse(rows)
		.map(({ email }) => email);
}

describe("one person's data", () => {
	it('is found everywhere and erased, and nobody else is touched', async () => {
		const { platform } = syncs;
		await new Mailboxes(platform).active('help@team.example');
		const lead = await syncs.capture(agent, 'Ana.B@client.example', { fields: { note: 'call me' } });
		await syncs.capture(agent, JOANA);
		const [database, refusing, crm, flow] = await Promise.all(
			['database', 'refusing', 'crm', 'flow'].map(
				async (name) => (await syncs.sync(agent, name, name === 'crm' ? { leadsPerPerson: 'one' } : {})).id,
			),
		);
		if (!database || !refusing || !crm || !flow) throw new Error('A sync is missing.');
		await Promise.all([database, crm, flow].map((id) => syncs.untilSynced(id, 2)));
		await syncs.until(refusing, 'two refused', ({ progress }) => progress?.itemsFailed === 2);
		const files = [
			await exported({ format: 'csv' }),
			await exported({ format: 'ndjson' }),
			await exported({ format: 'xlsx' }),
		];
		const filtered = await exported({ format: 'csv', email: ANA.email });
		const notHers = await exported({ format: 'xlsx', email: 'joana' });
		const [open, closed, other] = [await mailTo(ANA.email), await mailTo('ANA.b@client.example'), await mailTo(JOANA)];
		await Promise.all([syncs.cancel(closed), syncs.cancel(other)]);
		const upload = await receiveUpload(kept.store, Readable.from([Buffer.from(`Ask <${ANA.email}>.`)]), 1000);
		await receiveUpload(kept.store, Readable.from([Buffer.from(`Ask ${JOANA}.`)]), 1000);

		const inConversation = await startMail(ANA.email, { sessionId: 'email:of-ana' });
		await syncs.until(inConversation, 'its end', ({ status }) => status === 'failed');

		// Temporal's index shows what has ended a moment later.
		const found = await eventually(
			async () => {
				const next = await report('find');
				const ended = statesOf(next.places, 'history').flatMap(({ where, state }) =>
					state === 'found' ? [where] : [],
				);
				const isWhole = statesOf(next.places, 'mail-conversation').length > 0;
				return isWhole && [closed, filtered].every((id) => ended.includes(id)) ? next : null;
			},
			isThere,
			'A report with all that has ended',
		);
		expect(statesOf(found.places, 'mail-conversation')).toEqual([
			{ where: 'email:of-ana', state: 'elsewhere', count: 1 },
		]);
		expect(found.counts.erased).toBe(0);
		expect(statesOf(found.places, 'service')).toEqual([{ where: `sandbox/${agent}`, state: 'elsewhere', count: 1 }]);
		expect(statesOf(found.places, 'sync')).toEqual([{ where: refusing, state: 'found', count: 1 }]);
		expect(statesOf(found.places, 'destination')).toEqual(
			expect.arrayContaining([
				{ where: 'database', state: 'found', count: 1 },
				{ where: 'crm', state: 'found', count: 1 },
				{ where: 'crm', state: 'elsewhere', count: null },
				{ where: 'flow', state: 'elsewhere', count: null },
			]),
		);
		expect(statesOf(found.places, 'export-file')).toHaveLength(4);
		expect(statesOf(found.places, 'upload')).toHaveLength(1);
		expect(statesOf(found.places, 'synced-person')).toMatchObject([{ state: 'found', count: 1 }]);
		const histories = statesOf(found.places, 'history');
		expect(histories).toEqual(
			expect.arrayContaining([
				{ where: open, state: 'open', count: 1 },
				{ where: closed, state: 'found', count: 1 },
				{ where: filtered, state: 'found', count: 1 },
			]),
		);
		expect(histories.map(({ where }) => where)).not.toContain(other);
		expect(await query(url, 'SELECT count(*)::int AS n FROM leads')).toEqual([{ n: 2 }]);

		const first = await report('erase');
		expect(first).toMatchObject({ complete: false, counts: { open: 1, failed: 0 } });
		expect(statesOf(first.places, 'history')).toContainEqual({ where: open, state: 'open', count: 1 });
		await syncs.cancel(open);
		const second = await eventually(
			() => report('erase'),
			(next) => next.complete && next.counts.erased === 0,
			'An erasing that leaves nothing open',
		);
		expect(second.places.every(({ state }) => state === 'elsewhere')).toBe(true);

		const remaining = await historiesOf(platform);
		expect(remaining.replaceAll(JOANA, '')).not.toContain('ana.b@client.example');
		expect(remaining).toContain(JOANA);
		expect((await platform.tasks.get(other)).status).toBe('cancelled');
		await expect(platform.tasks.get(closed)).rejects.toThrow('no task');
		expect((await syncs.actions.refusedLeads(refusing)).map(({ leadId }) => leadId)).toEqual([lead + 1]);
		const blobs = await filesIn(platform.blobs);
		expect(blobs.replaceAll(JOANA, '')).not.toContain('ana.b@client.example');
		expect(blobs).toContain(JOANA);
		expect(blobs).not.toContain(upload.blob.replace('sha256:', ''));
		for (const id of files) expect(blobs).not.toContain(`files/${id.replace('~', '/').toLowerCase()}/`);
		expect(blobs).toContain(`files/${notHers.replace('~', '/').toLowerCase()}/`);
		expect(await emails()).toEqual([JOANA]);
		expect(hubspot.account.all().map(({ properties }) => properties['email'])).toEqual([JOANA]);
	});

	it('does not come back by a sync that reads again, or by an export; what she leaves later does', async () => {
		const { id } = await syncs.sync(agent, 'database');
		await syncs.capture(agent, CARL);
		await syncs.act(id, 'sync-now', { from: '2020-01-01' });
		await syncs.untilSynced(id, 3);
		expect(await emails()).toEqual([JOANA, CARL]);
		await exported({ format: 'ndjson' });
		expect((await filesIn(syncs.platform.blobs)).replaceAll(JOANA, '')).not.toContain('ana.b@client.example');
		await syncs.capture(agent, ANA.email);
		await syncs.act(id, 'sync-now');
		await syncs.untilSynced(id, 4);
		expect(await emails()).toEqual([JOANA, CARL, ANA.email]);
	});

	it('is found by a lead that has another address', async () => {
		const leadId = await syncs.capture(agent, 'second@address.example');
		const { id } = await syncs.sync(agent, 'database');
		await syncs.act(id, 'sync-now');
		await syncs.untilSynced(id, 5);
		const person: Person = {
			email: 'nobody@client.example',
			leads: [{ connection: 'sandbox', agentId: agent, leadId }],
		};
		expect(statesOf((await report('erase', person)).places, 'destination')).toContainEqual({
			where: 'database',
			state: 'erased',
			count: 1,
		});
		expect(await query(url, 'SELECT 1 FROM leads WHERE lead_id = $1', [leadId])).toEqual([]);
	});

	it('is found by the telephone number of a lead that the request names', async () => {
		const other = await syncs.agentWith(0);
		const [leadId] = [
			await syncs.capture(other, '', { phone: '+49 170 1234567' }),
			await syncs.capture(other, '', { phone: '+49 170 1234568' }),
		];
		const { id } = await syncs.sync(other, 'database', { leadsPerPerson: 'one' });
		await syncs.untilSynced(id, 2);
		const person: Person = {
			email: 'unknown@client.example',
			leads: [{ connection: 'sandbox', agentId: other, leadId }],
		};
		const erased = statesOf((await report('erase', person)).places, 'synced-person');
		expect(erased).toMatchObject([{ state: 'erased', count: 1 }]);
		expect(statesOf((await report('find', person)).places, 'synced-person')).toEqual([]);
		await syncs.cancel(id);
	});

	it('is found in the input of a schedule, which is left to a person', async () => {
		const person: Person = { email: 'weekly@client.example', leads: [] };
		const schedule = await syncs.platform.client.schedule.create({
			scheduleId: 'weekly',
			spec: { calendars: [{ hour: 3 }] },
			action: {
				type: 'startWorkflow',
				workflowType: 'leadExport',
				taskQueue: 'agent-knowledge',
				args: [{ input: { email: person.email } }],
			},
		});
		// It is in Temporal's list a moment later.
		const { complete, places } = await eventually(
			() => report('erase', person),
			(next) => statesOf(next.places, 'schedule').length > 0,
			'A report with the schedule',
		);
		expect([complete, statesOf(places, 'schedule')]).toEqual([false, [{ where: 'weekly', state: 'open', count: 1 }]]);
		await schedule.delete();
		await eventually(
			async () => (await report('erase', person)).complete,
			Boolean,
			'An erasing that leaves nothing open',
		);
	});

	it('is left alone where another application has it in the same namespace', async () => {
		const person: Person = { email: 'shared@client.example', leads: [] };
		const { workflow } = syncs.platform.client;
		const theirs = await workflow.start('theirs', { workflowId: 'theirs', taskQueue: 'theirs', args: [person.email] });
		await theirs.terminate();
		const note = `Call me\n${person.email}`;
		await syncs.capture(agent, CARL, { fields: { note } });
		const export_ = await exported({ format: 'ndjson' });
		const places = await eventually(
			async () => (await report('erase', person)).places,
			(found) => found.some(({ kind }) => kind === 'export-file'),
			'The export in the report',
		);
		expect(places.map(({ where }) => where).join()).toContain(export_.replace('~', '/'));
		expect(places.map(({ where }) => where)).not.toContain('theirs');
		expect((await theirs.describe()).status.name).toBe('TERMINATED');
	});

	it('is looked for once with the same key, and with it for one person only', async () => {
		const person: Person = { email: 'somebody@client.example', leads: [] };
		const search = { mode: 'find', idempotencyKey: 'one key', person } as const;
		const [one, other] = [await kept.persons.start(search), await kept.persons.start(search)];
		expect(other.id).toBe(one.id);
		await expect(kept.persons.start({ ...search, person: ANA })).rejects.toThrow('another input');
		await kept.persons.waitFor(one.id, 200_000);
		expect(await kept.persons.start(search)).toMatchObject({
			id: one.id,
			status: 'completed',
			report: { places: expect.any(Array) as [] },
		});
		await expect(kept.persons.get('person-find/none')).rejects.toThrow('no search');
		expect(await filesIn(syncs.platform.blobs)).not.toContain('/persons/');
	});
});
