import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { now } from '../../support/time/moments';
import { createClient } from '../../../api';
import type { Fault } from '../../../sandbox/faults/faults';
import { Keyring } from '../../../worker/temporal';
import { knowledgeSyncInputSchema, knowledgeSyncResultSchema } from '../../../workflows/knowledge-sync/contract';
import { itemKey, keyOf, nameOf } from '../../../workflows/knowledge-sync/row-key';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { Platform } from '../../support/temporal/start-platform';
import { AgentWorld, isWanted, leastWrites, markOf, SET, setsOf, upload } from './agent-world';

const SEQUENCES = Number(process.env['SEQUENCES'] ?? 300);
/** Sequences that are under way, each at an agent of its own. */
const AT_ONCE = 8;

let platform: Platform;
let keyring: Keyring;
const blobs = ['', ''];

beforeAll(async () => {
	platform = await Platform.start({ clockFactor: 2_000, settleMs: 200 });
	keyring = new Keyring({ keys: [{ id: 'k1', secret: platform.secret }], current: 'k1' });
	for (const index of blobs.keys()) blobs[index] = await upload(platform.blobs, `Content ${index} of a file.`);
});
afterAll(() => platform.stop());

const nth = fc.nat({ max: 4 });
const TYPES = ['qa', 'text', 'page', 'file'] as const;

/** Rows of a set, of which no two share a key or a name. */
const rows = fc
	.array(fc.record({ type: fc.constantFrom(...TYPES), key: nth, name: nth, body: fc.nat({ max: 1 }), state: nth }), {
		maxLength: 7,
	})
	.map((drafts) => {
		const taken = new Set<string>();
		return drafts.flatMap((draft): WantedRow[] => {
			const row = rowOf(draft);
			const names = [keyOf(row), itemKey(row.type, nameOf(row))];
			if (names.some((each) => taken.has(each))) return [];
			for (const each of names) taken.add(each);
			return [row];
		});
	});

function rowOf({
	type,
	key,
	name,
	body,
	state,
}: {
	type: (typeof TYPES)[number];
	key: number;
	name: number;
	body: number;
	state: number;
}): WantedRow {
	// A key that changes its type is refused.
	const own = { key: `${type} ${key}` };
	switch (type) {
		case 'qa': {
			const enabled = state === 0 ? { enabled: false } : state === 1 ? { enabled: true } : {};
			return { type, ...own, question: `Question ${name}?`, answer: `Answer ${body}`, ...enabled };
		}
		case 'text':
			return { type, ...own, title: `Title ${name}`, content: `Text ${body}` };
		case 'page':
			return { type, ...own, url: `https://www.example.com/${name}` };
		case 'file':
			return { type, ...own, filename: `file-${name}.md`, blob: blobs[body] ?? '' };
	}
}

const fault = fc.constantFrom<Fault>(
	{ kind: 'lost-before' },
	{ kind: 'lost-after' },
	{ kind: 'broken-json' },
	{ kind: 'status', status: 400 },
	{ kind: 'status', status: 500 },
	{ kind: 'status', status: 429, retryAfter: 0 },
	{ kind: 'indexing-unavailable' },
);
const faulty = fc.record({
	method: fc.constantFrom('POST', 'PATCH', 'DELETE'),
	of: fc.constantFrom('qa-pairs', 'sources'),
	fault,
});

const anyEvent = fc.oneof(
	{
		weight: 4,
		arbitrary: fc.record({
			kind: fc.constant('sync' as const),
			rows,
			faults: fc.array(faulty, { maxLength: 3 }),
			/** Milliseconds until the task is killed. Null: it is not. */
			killedAfter: fc.option(fc.nat({ max: 400 }), { freq: 3 }),
		}),
	},
	fc.record({ kind: fc.constant('add' as const), type: fc.constantFrom('qa', 'text'), name: nth }),
	fc.record({ kind: fc.constant('edit' as const), nth: fc.nat({ max: 9 }), body: fc.nat({ max: 3 }) }),
	fc.record({ kind: fc.constant('remove' as const), nth: fc.nat({ max: 9 }) }),
);
type Event = typeof anyEvent extends fc.Arbitrary<infer Each> ? Each : never;

let started = 0;

async function begin(world: AgentWorld, wanted: readonly WantedRow[]): Promise<string> {
	const { agentId } = world;
	const given = { connection: 'sandbox', agentId, set: SET, rows: wanted, drift: 'overwrite', emptyOnPurpose: true };
	const input = knowledgeSyncInputSchema.parse(given);
	return (await platform.tasks.start({ type: 'knowledge-sync', idempotencyKey: `sync ${(started += 1)}`, input })).id;
}

async function sync(
	world: AgentWorld,
	{ rows: wanted, faults, killedAfter }: Extract<Event, { kind: 'sync' }>,
): Promise<void> {
	const below = `/agents/${world.agentId}`;
	const items = { 'qa-pairs': '/{pairId}', sources: '/{sourceId}' };
	for (const { method, of, fault: wrong } of faults)
		await platform.admin.addFault(method, `${below}/${of}${method === 'POST' ? '' : items[of]}`, wrong);
	const id = await begin(world, wanted);
	if (killedAfter === null) {
		await platform.ended(id);
		return;
	}
	// oxlint-disable-next-line test-time/no-timer -- It is killed at any moment.
	await pause(killedAfter);
	await platform.client.workflow
		.getHandle(id)
		.terminate('killed')
		.catch(() => undefined);
	// A request that is under way ends.
	// oxlint-disable-next-line test-time/no-timer -- Nobody hears of the request of a killed task.
	await pause(300);
}

async function byHand(world: AgentWorld, each: Exclude<Event, { kind: 'sync' }>): Promise<void> {
	switch (each.kind) {
		case 'add':
			return world.add(each.type, each.type === 'qa' ? `Question ${each.name}?` : `Title ${each.name}`, 'By hand');
		case 'edit':
			return world.edit(each.nth, `Edited ${each.body}`);
		case 'remove':
			return world.remove(each.nth);
	}
}

async function newWorld(): Promise<AgentWorld> {
	const { id } = await platform.admin.createAgent({ name: 'Any changes', website: platform.sandbox.siteUrl });
	const api = createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });
	const world = new AgentWorld(api, id, setsOf(platform.blobs, keyring));
	await world.claimAll();
	return world;
}

async function writesSince({ agentId }: AgentWorld, since: string): Promise<number> {
	const all = await platform.admin.requests({ since });
	const isWrite = ({ method, path }: { method: string; path: string }) =>
		method !== 'GET' && path.startsWith(`/agents/${agentId}/`);
	return all.filter((each) => isWrite(each) && each.status !== 409).length;
}

/** A last sync without faults, and what is there then. */
async function check(world: AgentWorld, wanted: readonly WantedRow[]): Promise<void> {
	const before = await world.items();
	const since = now().toISOString();
	const ended = await platform.ended(await begin(world, wanted));
	expect([ended.status, ended.error]).toEqual(['completed', null]);
	const result = knowledgeSyncResultSchema.parse(ended.result);
	const after = await world.items();

	const theirs = before.filter((item) => world.isTheirs(item));
	expect(after.filter((item) => world.isTheirs(item))).toEqual(theirs);
	const refused = new Set(result.rows.flatMap(({ outcome, row }) => (outcome === 'refused' ? [row] : [])));
	const ours = after.filter((item) => !world.isTheirs(item));
	const kept = wanted.filter((_row, index) => !refused.has(index));
	for (const row of kept) expect(ours.filter((item) => isWanted(item, row))).toHaveLength(1);
	expect(ours).toHaveLength(kept.length);
	const theirNames = theirs.map(({ type, name }) => itemKey(type, name));
	for (const [index, row] of wanted.entries())
		if (refused.has(index)) expect(theirNames).toContain(itemKey(row.type, nameOf(row)));

	const owned = (await world.manifest())?.items ?? [];
	expect(owned.map(({ type, id }) => markOf({ type, id: id ?? 0 })).toSorted()).toEqual(ours.map(markOf).toSorted());
	expect(owned.filter(({ begun, replaced }) => begun !== null || replaced.length > 0)).toEqual([]);
	expect(await writesSince(world, since)).toBe(leastWrites(before, after));
}

interface Sequence {
	number: number;
	events: readonly Event[];
	wanted: readonly WantedRow[];
	world: AgentWorld;
}

/** Steps of several sequences at a time: syncs meet faults, and people do not. */
async function run(batch: readonly Sequence[]): Promise<void> {
	const each = async (work: (sequence: Sequence) => Promise<void>) => {
		await Promise.all(
			batch.map(async (sequence) =>
				work(sequence).catch((error: unknown) => {
					const { number, events, wanted } = sequence;
					throw new Error(`Sequence ${number}: ${JSON.stringify({ events, wanted })}`, { cause: error });
				}),
			),
		);
	};
	const longest = Math.max(...batch.map(({ events }) => events.length));
	for (let step = 0; step < longest; step += 1) {
		await each(async ({ world, events }) => {
			const event = events[step];
			if (event?.kind === 'sync') await sync(world, event);
		});
		await platform.admin.clearFaults();
		await each(async ({ world, events }) => {
			const event = events[step];
			if (event !== undefined && event.kind !== 'sync') await byHand(world, event);
		});
	}
	await each(({ world, wanted }) => check(world, wanted));
}

test('after any changes, by hand, lost responses, refusals and kills, an agent has what is wanted and what people own', async () => {
	const sequence = fc.tuple(fc.array(anyEvent, { minLength: 1, maxLength: 5 }), rows);
	const sequences = fc.sample(sequence, { numRuns: SEQUENCES, seed: Number(process.env['SEED'] ?? 37) });
	let checked = 0;
	for (let from = 0; from < sequences.length; from += AT_ONCE) {
		const batch = sequences.slice(from, from + AT_ONCE);
		const worlds = await Promise.all(batch.map(newWorld));
		await run(
			batch.flatMap(([events, wanted], index) => {
				const world = worlds[index];
				return world === undefined ? [] : [{ number: from + index, events, wanted, world }];
			}),
		);
		checked += batch.length;
	}
	expect(checked).toBe(SEQUENCES);
});
