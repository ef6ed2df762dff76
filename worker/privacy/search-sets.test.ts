import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client, Connection } from '@temporalio/client';
import { Destinations } from '../destinations';
import { personStores } from './person-stores';
import { openBlobs } from '../storage/blobs';
import { Buckets } from '../storage/buckets';
import { KnowledgeSets } from '../storage/knowledge-sets';
import { blobsSchema } from '../storage/settings';
import { Keyring } from '../temporal';
import { newSearch } from './search';
import { searchSets } from './search-sets';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-sets-'));
const connection = Connection.lazy();
const blobs = openBlobs(blobsSchema.parse({ directory: folder }));
const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
afterAll(async () => {
	await rm(folder, { recursive: true });
	await connection.close();
});

const item = (name: string) => ({
	key: `qa ${name}`,
	type: 'qa' as const,
	id: 1,
	name,
	body: 'digest',
	enabled: true,
	shown: null,
	begun: null,
	replaced: [],
	at: '2026-11-27T00:00:00.000Z',
});

test('a set whose questions name the person is named, with what to do, and stays', async () => {
	const sets = new KnowledgeSets(blobs.store, keyring);
	const movedBy = { taskId: 't', runId: 'r', move: 1 };
	const names = ['Who is ana@client.example?', 'Is Joana joana@client.example?', 'When?'];
	const handbook = { connection: 'main', agentId: 'agent', set: 'Handbook' };
	const begun = { name: 'Is it ana@client.example?', body: 'digest' };
	const items = [...names.map(item), { ...item('Before?'), begun }];
	await sets.move(handbook, 0, { items, appliedBy: null, movedBy });
	await sets.move({ ...handbook, set: 'Other' }, 0, { items: [item('When?')], appliedBy: null, movedBy });
	const { synced, sets: all } = personStores({ blobs, keyring });
	const search = newSearch(
		{
			client: new Client({ connection }),
			blobs,
			buckets: new Buckets({}),
			destinations: new Destinations({}),
			synced,
			sets: all,
		},
		{ mode: 'erase', person: { email: 'ana@client.example', leads: [] }, since: 0, report: () => undefined },
	);
	await searchSets(search);
	expect(search.places).toEqual([
		{
			kind: 'knowledge-set',
			where: 'main/agent/Handbook',
			count: 2,
			state: 'open',
			note: expect.stringContaining('Remove these rows from the set') as string,
		},
	]);
});
