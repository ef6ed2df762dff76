import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { CopiedBlobs } from './copied-blobs';

let folder: string;
let store: DirectoryStore;
let copied: CopiedBlobs;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-copied-'));
	store = new DirectoryStore(join(folder, 'store'));
	copied = new CopiedBlobs(store, join(folder, 'copy'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const write = (key: string, content = key) => store.write(key, Buffer.from(content));

async function copy(): Promise<Record<string, string>> {
	const entries = await readdir(join(folder, 'copy'), { recursive: true, withFileTypes: true });
	const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
	const contents = await Promise.all(
		files.map(async (file) => [file.slice(join(folder, 'copy').length + 1), await readFile(file, 'utf8')] as const),
	);
	return Object.fromEntries(contents.toSorted());
}

test('the copy has what a history may refer to, whenever it was written or removed between the two passes', async () => {
	await write('uploads/before');
	await write('chunks/lead-export/a/run.0000001.1');
	await copied.pass();
	await store.remove('chunks/lead-export/a/run.0000001.1');
	await write('uploads/after');
	await copied.pass();
	expect(Object.keys(await copy())).toEqual(['chunks/lead-export/a/run.0000001.1', 'uploads/after', 'uploads/before']);
	expect(copied.count).toBe(3);
});

test('of records the copy has the newest state, and none that was deleted', async () => {
	await write('destinations/crm/0001', 'old');
	await write('destinations/deleted/0001');
	await copied.pass();
	await write('destinations/crm/0001', 'newer');
	await store.remove('destinations/deleted/0001');
	await copied.pass();
	expect(await copy()).toEqual({ 'destinations/crm/0001': 'newer' });
});

test('what is being written is no blob yet', async () => {
	const draft = await store.draft();
	await write('uploads/whole');
	await copied.pass();
	expect(Object.keys(await copy())).toEqual(['uploads/whole']);
	await draft.discard();
});
