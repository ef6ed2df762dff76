import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import type { OwnedItem } from '../../../workflows/knowledge-sync/plan';
import { Keyring } from '../../temporal';
import { KNOWLEDGE_SETS } from '../blobs';
import { DirectoryStore } from '../blobs/directory-store';
import { Records } from '../records';
import { KnowledgeSets, type Move } from './knowledge-sets';
import { SetIndex } from './set-index';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-sets-'));
afterAll(() => rm(folder, { recursive: true }));

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
const ADDRESS = { connection: 'main', agentId: 'agent/1 é', set: 'The FAQ, 2026' };
const ITEM: OwnedItem = {
	key: 'open',
	type: 'qa',
	id: 7,
	name: 'Are you open?',
	body: 'digest',
	enabled: null,
	shown: null,
	begun: null,
	replaced: [],
	at: '2026-01-01T00:00:00Z',
};
const moveOf = (taskId: string, move: number): Move => ({
	items: [ITEM],
	appliedBy: { taskId, runId: 'r1' },
	movedBy: { taskId, runId: 'r1', move },
});

let store: DirectoryStore;
let count = 0;
let sets: KnowledgeSets;

beforeEach(() => {
	store = new DirectoryStore(join(folder, String((count += 1))));
	sets = new KnowledgeSets(store, keyring);
});

async function contents(): Promise<string> {
	const found: string[] = [];
	for await (const { key } of store.list(KNOWLEDGE_SETS)) {
		const blob = await store.open(key);
		if (blob !== null) found.push(key, (await buffer(blob.content)).toString('latin1'));
	}
	return found.join('\n');
}

/** Another version of the worker has written the first manifest. */
async function foreignForm(): Promise<void> {
	const [key = ''] = (await contents()).split('\n');
	const [agent = '', name = ''] = key.slice(KNOWLEDGE_SETS.length).split('/');
	const records = new Records(store, keyring, { prefix: `${KNOWLEDGE_SETS}${agent}/`, schema: z.unknown() });
	await records.write(name, 1, { format: 2, set: ADDRESS.set });
}

test('a set has no manifest before its first move, and each move is a version', async () => {
	expect(await sets.read(ADDRESS)).toEqual({ version: 0, manifest: null });
	expect(await sets.move(ADDRESS, 0, moveOf('t1', 0))).toBe(1);
	expect(await sets.move(ADDRESS, 1, { ...moveOf('t1', 1), appliedBy: null })).toBe(2);
	expect(await sets.read(ADDRESS)).toMatchObject({ version: 2, manifest: { items: [ITEM], appliedBy: null } });
});

test('of two tasks that move the same version one is refused, and a repeat of the other is not', async () => {
	const moved = await Promise.all(['t1', 't2'].map((task) => sets.move(ADDRESS, 0, moveOf(task, 0))));
	expect(moved.toSorted()).toEqual([1, null]);
	const [winner, loser] = moved[0] === 1 ? ['t1', 't2'] : ['t2', 't1'];
	expect(await sets.move(ADDRESS, 0, moveOf(winner, 0))).toBe(1);
	expect(await sets.move(ADDRESS, 0, moveOf(winner, 1))).toBeNull();
	expect(await sets.move(ADDRESS, 0, moveOf(loser, 0))).toBeNull();
});

test('a set sees the other sets of its agent, and none of another agent', async () => {
	await sets.move(ADDRESS, 0, moveOf('t1', 0));
	await sets.move({ ...ADDRESS, set: 'Handbook' }, 0, moveOf('t2', 0));
	await sets.move({ ...ADDRESS, agentId: 'agent' }, 0, moveOf('t3', 0));
	expect((await sets.readOthers(ADDRESS)).map(({ set }) => set)).toEqual(['Handbook']);
});

test('nothing of a manifest is stored in the clear', async () => {
	await sets.move(ADDRESS, 0, moveOf('t1', 0));
	expect(await contents()).not.toMatch(/FAQ|Are you open|agent\/1/);
});

test('the index has all sets of all agents, and one of another form hides no other', async () => {
	const index = new SetIndex(store, keyring);
	expect(await index.list()).toEqual([]);
	await sets.move(ADDRESS, 0, moveOf('t1', 0));
	await foreignForm();
	await sets.move({ ...ADDRESS, set: 'Handbook' }, 0, { ...moveOf('t2', 0), appliedBy: null });
	await sets.move({ ...ADDRESS, agentId: 'agent' }, 0, moveOf('t3', 0));
	const counts = { qa: 1, text: 0, page: 0, file: 0 };
	const problem = expect.stringContaining('has the form 2') as string;
	const found = (await index.list()).toSorted((one, other) => (one.address.set < other.address.set ? -1 : 1));
	expect(found).toEqual([
		{ address: { ...ADDRESS, set: 'Handbook' }, version: 1, counts, appliedBy: null, problem: null },
		expect.objectContaining({ address: expect.objectContaining({ set: ADDRESS.set }) as object }),
		expect.objectContaining({ address: expect.objectContaining({ set: ADDRESS.set }) as object }),
	]);
	expect(found.find(({ version }) => version === 2)).toMatchObject({ counts: null, problem });
	expect(found.find(({ address }) => address.agentId === 'agent')).toMatchObject({ counts, appliedBy: 't3' });
});

test('the index opens each version of a manifest once, and knows the next one', async () => {
	const index = new SetIndex(store, keyring);
	await sets.move(ADDRESS, 0, moveOf('t1', 0));
	await index.list();
	const open = vi.spyOn(store, 'open');
	expect((await index.list())[0]?.version).toBe(1);
	expect(open).not.toHaveBeenCalled();
	await sets.move(ADDRESS, 1, { ...moveOf('t1', 1), items: [] });
	expect((await index.list())[0]).toMatchObject({ version: 2, counts: { qa: 0 } });
});

test('a manifest of another form is refused in words, and so is another set of the agent', async () => {
	await sets.move(ADDRESS, 0, moveOf('t1', 0));
	await foreignForm();
	const message = /The manifest of the set "The FAQ, 2026" has the form 2, and this worker reads form 1 only/;
	await expect(sets.read(ADDRESS)).rejects.toThrow(message);
	await expect(sets.readOthers({ ...ADDRESS, set: 'Handbook' })).rejects.toThrow(message);
});
