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

test('a manifest of another form is refused in words, and so is another set of the agent', async () => {
	await sets.move(ADDRESS, 0, moveOf('t1', 0));
	const [key = ''] = (await contents()).split('\n');
	const [agent = '', name = ''] = key.slice(KNOWLEDGE_SETS.length).split('/');
	const records = new Records(store, keyring, { prefix: `${KNOWLEDGE_SETS}${agent}/`, schema: z.unknown() });
	await records.write(name, 1, { format: 2, set: ADDRESS.set });
	const message = /The manifest of the set "The FAQ, 2026" has the form 2, and this worker reads form 1 only/;
	await expect(sets.read(ADDRESS)).rejects.toThrow(message);
	await expect(sets.readOthers({ ...ADDRESS, set: 'Handbook' })).rejects.toThrow(message);
});
