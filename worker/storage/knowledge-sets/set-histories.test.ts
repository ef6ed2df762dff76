import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { countOutcomes, countSteps } from '../../../workflows/knowledge-sync/counts';
import { Keyring } from '../../temporal';
import { KNOWLEDGE_SYNCS } from '../blobs';
import { DirectoryStore } from '../blobs/directory-store';
import { Records } from '../records';
import { type RecordedSync, SetHistories } from './set-histories';
import { setKey } from './set-address';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-histories-'));
afterAll(() => rm(folder, { recursive: true }));

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
const ADDRESS = { connection: 'main', agentId: 'agent/1 é', set: 'The FAQ, 2026' };
const done = { outcome: 'done' as const };

function syncOf(nth: number, more: Partial<RecordedSync> = {}): RecordedSync {
	const at = `2026-01-01T00:${String(nth).padStart(2, '0')}:00.000Z`;
	return {
		taskId: `knowledge-sync/${nth}`,
		runId: 'r1',
		startedAt: at,
		endedAt: at,
		outcome: 'applied',
		planHash: 'a'.repeat(22),
		steps: countSteps([{ kind: 'create' }]),
		counts: countOutcomes([done]),
		refusedRows: 0,
		manifestVersion: nth,
		settings: {
			url: 'https://shop.example.com/secret-sheet',
			mode: 'mirror',
			drift: 'ask',
			existing: 'refuse',
			prove: false,
		},
		...more,
	};
}

let store: DirectoryStore;
let count = 0;
let histories: SetHistories;

beforeEach(() => {
	store = new DirectoryStore(join(folder, String((count += 1))));
	histories = new SetHistories(store, keyring);
});

const ids = async () => (await histories.read(ADDRESS))?.syncs.map(({ taskId }) => taskId.slice(15));

test('the newest 20 syncs of a set are kept, in whatever order they are written', async () => {
	expect(await histories.read(ADDRESS)).toBeNull();
	for (const nth of [1, 0, ...Array.from({ length: 20 }, (_, each) => each + 2)])
		await histories.add(ADDRESS, syncOf(nth));
	expect(await ids()).toEqual(Array.from({ length: 20 }, (_, nth) => String(21 - nth)));
	await histories.add({ ...ADDRESS, set: 'Other' }, syncOf(30));
	expect((await histories.list()).map(({ set, syncs }) => [set, syncs.length]).toSorted()).toEqual([
		['Other', 1],
		['The FAQ, 2026', 20],
	]);
});

test('a repeat adds nothing, and another run of the same task is a sync of its own', async () => {
	await histories.add(ADDRESS, syncOf(1));
	await histories.add(ADDRESS, syncOf(1));
	expect(await ids()).toEqual(['1']);
	await histories.add(ADDRESS, syncOf(2, { taskId: 'knowledge-sync/1', runId: 'r2' }));
	expect(await ids()).toEqual(['1', '1']);
});

test('of syncs that are added at once none is lost', async () => {
	await Promise.all(Array.from({ length: 6 }, (_, nth) => new SetHistories(store, keyring).add(ADDRESS, syncOf(nth))));
	expect(await ids()).toEqual(['5', '4', '3', '2', '1', '0']);
});

test.each([
	['a plan', { outcome: 'planned', counts: countOutcomes([{ outcome: 'planned' }]) }],
	['a stopped sync', { outcome: 'stopped' }],
	['a sync with an item that was refused', { counts: countOutcomes([done, { outcome: 'refused' }]) }],
	['a sync with a row that could not be read', { refusedRows: 1 }],
] as const)('the set is not in step after %s, and says when it last was', async (_what, more) => {
	await histories.add(ADDRESS, syncOf(2, more));
	expect((await histories.read(ADDRESS))?.inStepAt).toBeNull();
	await histories.add(ADDRESS, syncOf(1));
	for (let nth = 3; nth < 30; nth += 1) await histories.add(ADDRESS, syncOf(nth, more));
	expect((await histories.read(ADDRESS))?.inStepAt).toBe(syncOf(1).endedAt);
});

test('nothing of it is stored in the clear', async () => {
	await histories.add(ADDRESS, syncOf(1));
	const found: string[] = [];
	for await (const { key } of store.list(KNOWLEDGE_SYNCS)) {
		const blob = await store.open(key);
		if (blob !== null) found.push(key, (await buffer(blob.content)).toString('latin1'));
	}
	expect(found).toHaveLength(2);
	expect(found.join('\n')).not.toMatch(/secret-sheet|FAQ|agent\/1/);
});

test('a history of another form is not shown and not overwritten', async () => {
	const records = new Records(store, keyring, { prefix: KNOWLEDGE_SYNCS, schema: z.unknown() });
	await records.write(setKey(ADDRESS), 0, { format: 2 });
	expect([await histories.read(ADDRESS), await histories.list()]).toEqual([null, []]);
	await expect(histories.add(ADDRESS, syncOf(1))).rejects.toThrow(/format/);
	expect((await records.read(setKey(ADDRESS))).value).toEqual({ format: 2 });
});
