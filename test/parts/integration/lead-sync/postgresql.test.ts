import { z } from 'zod';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { SyncPlatform } from '../../../support/lead-sync/sync-platform';

const cluster = useCluster();
let syncs: SyncPlatform;
let url: string;

const MAPPED = {
	source: 'connection',
	nr: 'id',
	mail: 'email',
	age: 'fields.age',
	seen: 'capturedAt',
};

beforeAll(async () => {
	url = await cluster().database('crm');
	await query(
		url,
		'CREATE TABLE people (source text, nr bigint, mail text NOT NULL, age int CHECK (age < 150), seen timestamptz, PRIMARY KEY (source, nr))',
	);
	syncs = await SyncPlatform.start({
		destinations: {
			database: { type: 'postgresql', url },
			mapped: { type: 'postgresql', url, table: 'people', columns: MAPPED },
			ages: {
				type: 'postgresql',
				url,
				table: 'ages',
				columns: { source: 'connection', nr: 'id', age: 'fields.age' },
			},
		},
	});
});
afterAll(() => syncs.stop());

const rowsSchema = z.array(z.object({ email: z.string() }));

const leadsOf = (agentId: string) =>
	query(url, 'SELECT lead_id, email FROM leads WHERE agent_id = $1 ORDER BY lead_id', [agentId]);

describe('a sync into PostgreSQL', () => {
	it('makes its table, brings every lead once, then what is new', async () => {
		const agent = await syncs.agentWith(3);
		await syncs.platform.admin.generate(agent, { kind: 'leads', count: 250, days: 30 });
		const { id } = await syncs.sync(agent, 'database');
		await syncs.untilSynced(id, 253);
		expect(await leadsOf(agent)).toHaveLength(253);
		await syncs.capture(agent, 'late@example.com');
		await syncs.act(id, 'sync-now');
		const { progress } = await syncs.untilSynced(id, 254);
		expect(progress).toMatchObject({ destination: 'database', message: 'Up to date: 254 leads synced.' });
		const ended = await syncs.cancel(id);
		expect(ended).toMatchObject({ status: 'cancelled', result: { leadsSynced: 254, leadsRefused: 0 } });
		expect(await leadsOf(agent)).toHaveLength(254);
	});

	it('takes one lead of each person if it is told so, also of those who come back', async () => {
		const agent = await syncs.agentWith(2);
		await syncs.capture(agent, 'ana@client.example', { phone: '+49 170 1234567' });
		await syncs.capture(agent, 'Ana@client.example');
		await syncs.platform.admin.generate(agent, { kind: 'leads', count: 250, days: 30 });
		const { id } = await syncs.sync(agent, 'database', { leadsPerPerson: 'one' });
		await syncs.until(id, 'up to date', ({ progress }) => progress?.upToDateAt !== undefined);
		const before = await leadsOf(agent);
		await syncs.capture(agent, 'ANA@client.example');
		await syncs.capture(agent, '', { phone: '0049 170 1234567' });
		await syncs.capture(agent, 'ben@client.example');
		await syncs.act(id, 'sync-now');
		await syncs.untilSynced(id, before.length + 1);
		const mails = rowsSchema.parse(await leadsOf(agent)).map(({ email }) => email.toLowerCase());
		expect(new Set(mails).size).toBe(mails.length);
		expect(mails).toEqual(expect.arrayContaining(['ana@client.example', 'ben@client.example']));
		const ended = await syncs.cancel(id);
		expect(ended.result).toMatchObject({ leadsSynced: mails.length, leadsSkipped: { person: 257 - mails.length } });
	});

	it('takes another lead of a person whose first one was refused', async () => {
		const agent = await syncs.agentWith(0);
		await syncs.capture(agent, 'ada@client.example', { fields: { age: '300' } });
		const { id } = await syncs.sync(agent, 'mapped', { leadsPerPerson: 'one' });
		await syncs.until(id, 'one refused', ({ progress }) => progress?.itemsFailed === 1);
		await syncs.capture(agent, 'ada@client.example', { fields: { age: '30' } });
		await syncs.capture(agent, 'ada@client.example', { fields: { age: '31' } });
		await syncs.act(id, 'sync-now');
		await syncs.untilSynced(id, 1);
		const ended = await syncs.cancel(id);
		expect(ended.result).toMatchObject({ leadsSynced: 1, leadsRefused: 1, leadsSkipped: { person: 1 } });
	});

	it('continues where its row in the database says, also after a new start', async () => {
		const agent = await syncs.agentWith(2);
		const first = await syncs.sync(agent, 'database');
		await syncs.untilSynced(first.id, 2);
		await syncs.cancel(first.id);
		await query(url, 'DELETE FROM leads WHERE agent_id = $1', [agent]);
		await syncs.capture(agent, 'third@example.com');
		const again = await syncs.sync(agent, 'database', { intervalSeconds: 3600 });
		expect(again.id).toBe(first.id);
		await syncs.untilSynced(again.id, 3);
		expect(await leadsOf(agent)).toMatchObject([{ email: 'third@example.com' }]);
		await syncs.act(again.id, 'sync-now', { from: '2020-01-01' });
		await syncs.untilSynced(again.id, 5);
		expect(await leadsOf(agent)).toHaveLength(3);
		await syncs.cancel(again.id);
	});

	it('is one for agent and destination', async () => {
		const agent = await syncs.agentWith(1);
		const first = await syncs.sync(agent, 'database');
		expect((await syncs.sync(agent, 'database')).id).toBe(first.id);
		await expect(syncs.sync(agent, 'database', { intervalSeconds: 60 })).rejects.toThrow('with other settings');
		const other = await syncs.sync(agent, 'mapped');
		expect(other.id).not.toBe(first.id);
		await syncs.untilSynced(other.id, 1);
		await Promise.all([syncs.cancel(first.id), syncs.cancel(other.id)]);
	});

	it('lists a lead that the table refuses, continues with the others, and stores it on a retry', async () => {
		const agent = await syncs.agentWith(1);
		const refused = await syncs.capture(agent, 'old@example.com', { fields: { age: '200' } });
		await syncs.capture(agent, 'young@example.com', { fields: { age: '20' } });
		const { id } = await syncs.sync(agent, 'mapped');
		await syncs.until(id, 'one refused', ({ progress }) => progress?.itemsFailed === 1);
		expect(await syncs.actions.refusedLeads(id)).toMatchObject([
			{ leadId: refused, reason: expect.stringContaining('people_age_check') as string },
		]);
		const mails = () => query(url, 'SELECT mail FROM people WHERE nr >= $1 - 1 ORDER BY nr', [refused]);
		expect(await mails()).toEqual([{ mail: 'person1@example.com' }, { mail: 'young@example.com' }]);
		expect(await syncs.act(id, 'retry-refused')).toBe('One refused lead is retried.');
		await syncs.until(id, 'refused again', ({ stage }) => stage === 'syncing');
		await query(url, 'ALTER TABLE people DROP CONSTRAINT people_age_check');
		await syncs.act(id, 'retry-refused', { leadIds: [refused] });
		await syncs.until(id, 'none refused', ({ progress }) => progress?.itemsFailed === 0);
		expect(await mails()).toHaveLength(3);
		await syncs.cancel(id);
	});

	it('continues past leads of which no cut leaves whole characters', async () => {
		await query(url, 'CREATE TABLE ages (source text, nr bigint, age int, PRIMARY KEY (source, nr))');
		const agent = await syncs.agentWith(1);
		for (const before of ['', 'x'])
			await syncs.capture(agent, 'visitor@example.com', { fields: { age: before + '😀'.repeat(200) } });
		await syncs.capture(agent, 'after@example.com');
		const { id } = await syncs.sync(agent, 'ages');
		const { progress } = await syncs.until(id, 'two refused', (task) => task.progress?.itemsFailed === 2);
		expect(progress?.itemsDone).toBe(2);
		expect((await syncs.actions.refusedLeads(id)).every(({ reason }) => reason.isWellFormed())).toBe(true);
		await syncs.cancel(id);
	});

	it('takes a lead from its list of refused ones when reading again brings it', async () => {
		await query(url, 'ALTER TABLE people ADD CONSTRAINT people_age_check CHECK (age < 150) NOT VALID');
		const agent = await syncs.agentWith(0);
		const fields = { age: '200' };
		const [first, second] = [
			await syncs.capture(agent, 'first@example.com', { fields }),
			await syncs.capture(agent, 'second@example.com', { fields: { age: 'old' } }),
		];
		const { id } = await syncs.sync(agent, 'mapped');
		await syncs.until(id, 'two refused', ({ progress }) => progress?.itemsFailed === 2);
		await query(url, 'ALTER TABLE people DROP CONSTRAINT people_age_check');
		await syncs.act(id, 'sync-now', { from: '2020-01-01' });
		await syncs.until(id, 'one refused', ({ progress }) => progress?.itemsFailed === 1);
		expect((await syncs.actions.refusedLeads(id)).map(({ leadId }) => leadId)).toEqual([second]);
		expect(await query(url, 'SELECT nr::int FROM people WHERE nr >= $1', [first])).toEqual([{ nr: first }]);
		const { result } = await syncs.cancel(id);
		expect(result).toMatchObject({ leadsSynced: 1, leadsRefused: 1 });
	});

	it('lists what was refused by a page that was written when its worker was lost', async () => {
		const agent = await syncs.agentWith(1);
		const { id } = await syncs.sync(agent, 'database');
		await syncs.untilSynced(id, 1);
		await syncs.act(id, 'pause');
		await syncs.until(id, 'stage paused', ({ stage }) => stage === 'paused');
		// As such a page of an earlier version leaves the row: further than the sync knows.
		await query(
			url,
			`UPDATE agent_knowledge_syncs SET version = version + 1, refused = '[{"leadId": 7, "reason": "Too old."}]',
				cursor = jsonb_set(cursor, '{completeAt}', '1') - 'counts' WHERE agent_id = $1`,
			[agent],
		);
		await syncs.act(id, 'resume');
		await syncs.until(id, 'one refused', ({ progress }) => progress?.itemsFailed === 1);
		expect(await syncs.actions.refusedLeads(id)).toMatchObject([{ leadId: 7, reason: 'Too old.' }]);
		await syncs.act(id, 'dismiss-refused');
		await syncs.capture(agent, 'next@example.com');
		await syncs.act(id, 'sync-now');
		await syncs.untilSynced(id, 2);
		expect(await syncs.actions.refusedLeads(id)).toEqual([]);
		await syncs.cancel(id);
	});

	it('holds its cursor while the database is down, and says so', async () => {
		const agent = await syncs.agentWith(2);
		const { id } = await syncs.sync(agent, 'database');
		await syncs.untilSynced(id, 2);
		await cluster().kill();
		await syncs.capture(agent, 'while-down@example.com');
		await syncs.act(id, 'sync-now');
		const { progress } = await syncs.until(id, 'why it is held', (task) =>
			/cannot take leads/.test(task.progress?.message ?? ''),
		);
		expect(progress?.message).toMatch(
			/Destination database .* cannot take leads: the worker could not reach it \(ECONNREFUSED\)/,
		);
		await cluster().start();
		await syncs.act(id, 'sync-now');
		await syncs.untilSynced(id, 3);
		expect(await leadsOf(agent)).toHaveLength(3);
		await syncs.cancel(id);
	});

	it('rests while it is paused', async () => {
		const agent = await syncs.agentWith(1);
		const { id } = await syncs.sync(agent, 'database');
		await syncs.untilSynced(id, 1);
		expect(await syncs.act(id, 'pause')).toContain('paused');
		await syncs.until(id, 'stage paused', ({ stage }) => stage === 'paused');
		await syncs.capture(agent, 'meanwhile@example.com');
		await syncs.act(id, 'sync-now');
		expect(await leadsOf(agent)).toHaveLength(1);
		await syncs.act(id, 'resume');
		await syncs.untilSynced(id, 2);
		await syncs.cancel(id);
		await expect(syncs.act(id, 'pause')).rejects.toThrow('has ended');
	});
});
