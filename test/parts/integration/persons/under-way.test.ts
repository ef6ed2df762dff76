import { Client } from 'pg';
import { z } from 'zod';
import { eventually } from '../../../support/time/eventually';
import { ERASED_PERSONS } from '../../../../worker/storage/blobs';
import type { Person } from '../../../../worker/privacy';
import { query } from '../../../support/postgresql/start-cluster';
import { useCluster } from '../../../support/postgresql/use-cluster';
import { filesIn } from './everything-kept';
import { PersonPlatform, statesOf } from './person-platform';

const HOUR_SECONDS = 3600;
/** So long that the person is erased meanwhile. */
const LATE = { kind: 'late-answer', delayMs: 15_000 } as const;
/** As Temporal has it. */
const STARTED = 2;

const cluster = useCluster();
let kept: PersonPlatform;
let url: string;

beforeAll(async () => {
	url = await cluster().database('crm');
	kept = await PersonPlatform.start({ destinations: { database: { type: 'postgresql', url } } });
});
afterAll(() => kept.syncs.stop());

const personWith = (email: string): Person => ({ email, leads: [] });
const emailsOf = async (agent: string) => {
	const rows = await query(url, 'SELECT email FROM leads WHERE agent_id = $1 ORDER BY lead_id', [agent]);
	return z
		.array(z.object({ email: z.string() }))
		.parse(rows)
		.map(({ email }) => email);
};
const blobsWithout = async (other: string) => (await filesIn(kept.syncs.platform.blobs)).replaceAll(other, '');

/** A sync that rests, and looks on request. */
async function restingSync(agent: string, leads: number): Promise<string> {
	const { id } = await kept.syncs.sync(agent, 'database', { intervalSeconds: HOUR_SECONDS });
	await kept.syncs.untilSynced(id, leads);
	return id;
}

/** Waits until a worker has begun what the workflow asked for last. */
async function untilCalling(id: string): Promise<void> {
	await eventually(
		() => kept.syncs.platform.client.workflow.getHandle(id).describe(),
		({ raw }) =>
			raw.pendingActivities?.some(({ state, attempt }) => Number(state) === STARTED && attempt === 1) === true,
		`A call of ${id}`,
	);
}

/** How many people are excluded from reads from now on. */
async function excludedPeople(): Promise<number> {
	let count = 0;
	for await (const { key } of kept.store.list(ERASED_PERSONS)) count += key === '' ? 0 : 1;
	return count;
}

const answerLate = () => kept.syncs.platform.admin.addFault('GET', '/agents/{id}/leads', LATE);

describe("one person's data that is under way", () => {
	it('is not written by a sync that was reading it', async () => {
		const [ana, joana] = ['ana@reading.example', 'joana@reading.example'];
		const agent = await kept.syncs.agentWith(0);
		await kept.syncs.capture(agent, joana);
		const id = await restingSync(agent, 1);
		await kept.syncs.capture(agent, ana);
		await answerLate();
		await kept.syncs.act(id, 'sync-now');
		await untilCalling(id);
		expect(await kept.report('erase', personWith(ana))).toMatchObject({ complete: true });
		await kept.syncs.capture(agent, 'carl@reading.example');
		await kept.syncs.act(id, 'sync-now');
		await kept.syncs.untilSynced(id, 2);
		expect(await emailsOf(agent)).toEqual([joana, 'carl@reading.example']);
		await kept.syncs.cancel(id);
	});

	it('is erased behind a sync that was writing it', async () => {
		const [ana, joana] = ['ana@writing.example', 'joana@writing.example'];
		const agent = await kept.syncs.agentWith(0);
		await kept.syncs.capture(agent, joana);
		const id = await restingSync(agent, 1);
		await kept.syncs.capture(agent, ana);
		const holder = new Client({ connectionString: url });
		await holder.connect();
		await holder.query('BEGIN; LOCK TABLE leads IN EXCLUSIVE MODE');
		await kept.syncs.act(id, 'sync-now');
		await eventually(
			() => query(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock'"),
			(waiting) => waiting.length > 0,
			'A page that waits to be written',
		);
		const before = await excludedPeople();
		const search = { mode: 'erase', idempotencyKey: ana, person: personWith(ana) } as const;
		const { id: erasing } = await kept.persons.start(search);
		await eventually(excludedPeople, (seen) => seen > before, 'An excluded person');
		await holder.query('COMMIT');
		await holder.end();
		const { report } = await kept.persons.waitFor(erasing, 200_000);
		expect(statesOf(report?.places ?? [], 'destination')).toEqual([{ where: 'database', state: 'erased', count: 1 }]);
		expect(report?.complete).toBe(true);
		expect(await emailsOf(agent)).toEqual([joana]);
		await kept.syncs.cancel(id);
	});

	it('is not in the file of an export that was reading it, which is named until it has ended', async () => {
		const [ana, joana] = ['ana@export.example', 'joana@export.example'];
		const agent = await kept.syncs.agentWith(0);
		for (const email of [ana, joana]) await kept.syncs.capture(agent, email);
		await answerLate();
		const id = await kept.exporting(agent, { format: 'ndjson' });
		await untilCalling(id);
		const report = await eventually(
			() => kept.report('erase', personWith(ana)),
			(next) => statesOf(next.places, 'history').length > 0 || next.complete,
			'A report with the export',
		);
		expect(statesOf(report.places, 'history').every(({ where, state }) => where === id && state === 'open')).toBe(true);
		expect(await kept.syncs.platform.ended(id)).toMatchObject({ status: 'completed', result: { rows: 1 } });
		expect(await blobsWithout(joana)).not.toContain(ana);
		expect(await filesIn(kept.syncs.platform.blobs)).toContain(joana);
		await eventually(
			async () => (await kept.report('erase', personWith(ana))).complete,
			Boolean,
			'An erasing that leaves nothing open',
		);
	});
});

describe('an odd address', () => {
	it.each([
		["d'ana@odd.example", ['ana@odd.example', 'dxana@odd.example', "d''ana@odd.example"]],
		['r&d_%@odd.example', ['d_%@odd.example', 'r&dxx@odd.example']],
	])('%s is one address, literally, in large and small letters', async (email, others) => {
		const agent = await kept.syncs.agentWith(0);
		const name = email.slice(0, email.indexOf('@'));
		const hers = [email, email.toUpperCase(), `${name.toUpperCase()}@odd.example`, `${name}@Odd.Example`];
		for (const each of [...hers, ...others]) await kept.syncs.capture(agent, each);
		const id = await restingSync(agent, hers.length + others.length);
		const files = [await kept.exported(agent, { format: 'csv' }), await kept.exported(agent, { format: 'xlsx' })];
		// The filter takes a part of an address.
		const notHers = [
			await kept.exported(agent, { format: 'csv', email: others[1] }),
			await kept.exported(agent, { format: 'xlsx', email: others[1] }),
		];
		const { places } = await kept.report('erase', personWith(email));
		expect(statesOf(places, 'service')).toEqual([
			{ where: `sandbox/${agent}`, state: 'elsewhere', count: hers.length },
		]);
		expect(statesOf(places, 'destination')).toEqual([{ where: 'database', state: 'erased', count: hers.length }]);
		expect(await emailsOf(agent)).toEqual(others);
		const blobs = await filesIn(kept.syncs.platform.blobs);
		for (const file of files) expect(blobs).not.toContain(`files/${file.replace('~', '/').toLowerCase()}/`);
		for (const file of notHers) expect(blobs).toContain(`files/${file.replace('~', '/').toLowerCase()}/`);
		await kept.syncs.cancel(id);
	});
});
