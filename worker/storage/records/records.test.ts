import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { Keyring } from '../../temporal';
import { DirectoryStore } from '../blobs/directory-store';
import { Records } from './records';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-records-'));
afterAll(() => rm(folder, { recursive: true }));

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
const schema = z.object({ url: z.string() });
const options = { prefix: 'destinations/', schema };
const ADDRESS = { url: 'https://leads.example.com/secret-path' };

let store: DirectoryStore;
let count = 0;

beforeEach(() => {
	store = new DirectoryStore(join(folder, String((count += 1))));
});

const open = () => new Records(store, keyring, options);

async function keys(): Promise<string[]> {
	const found: string[] = [];
	for await (const { key } of store.list('destinations/')) found.push(key);
	return found.sort();
}

test('a record is there for every process as soon as it is written, and its old versions are gone', async () => {
	const [one, other] = [open(), open()];
	expect(await one.read('crm')).toEqual({ version: 0, value: null });
	expect(await one.write('crm', 0, ADDRESS)).toBe(true);
	expect(await other.read('crm')).toEqual({ version: 1, value: ADDRESS });
	expect(await other.write('crm', 1, { url: 'https://other.example.com' })).toBe(true);
	expect(await one.read('crm')).toEqual({ version: 2, value: { url: 'https://other.example.com' } });
	expect(await keys()).toEqual(['destinations/crm/0000000002']);
});

test('of many who change the same version one succeeds, and nothing of the others stays', async () => {
	const records = open();
	await records.write('crm', 0, ADDRESS);
	const urls = Array.from({ length: 8 }, (_, index) => `https://${index}.example.com`);
	const written = await Promise.all(urls.map((url) => open().write('crm', 1, { url })));
	expect(written.filter(Boolean)).toHaveLength(1);
	expect(await records.read('crm')).toEqual({ version: 2, value: { url: urls[written.indexOf(true)] } });
});

test('a change of a version that was replaced long ago is refused, though its blob is gone', async () => {
	const records = open();
	for (const version of [0, 1, 2]) await records.write('crm', version, ADDRESS);
	expect(await records.write('crm', 1, { url: 'https://late.example.com' })).toBe(false);
	expect(await records.read('crm')).toEqual({ version: 3, value: ADDRESS });
	expect(await keys()).toEqual(['destinations/crm/0000000003']);
});

test('what was deleted is not listed, and a name can be used again', async () => {
	const records = open();
	await records.write('a', 0, ADDRESS);
	await records.write('b', 0, ADDRESS);
	expect(await records.write('a', 1, null)).toBe(true);
	expect([...(await records.list()).keys()]).toEqual(['b']);
	expect(await records.write('a', 0, ADDRESS)).toBe(false);
	expect(await records.write('a', 2, ADDRESS)).toBe(true);
	expect([...(await records.list()).keys()]).toEqual(['a', 'b']);
});

test('nothing of it is stored in the clear, and nobody can move it to another name', async () => {
	const records = open();
	await records.write('crm', 0, ADDRESS);
	const blob = await store.open('destinations/crm/0000000001');
	if (blob === null) throw new Error('Nothing is stored.');
	const content = await buffer(blob.content);
	expect(content.includes('secret-path')).toBe(false);
	await store.write('destinations/other/0000000001', content);
	await expect(records.read('other')).rejects.toThrow();
	const foreign = new Keyring({ keys: [{ id: 'k2', secret: randomBytes(32).toString('base64') }], current: 'k2' });
	await expect(new Records(store, foreign, options).read('crm')).rejects.toThrow(/no encryption key "k1"/);
});
