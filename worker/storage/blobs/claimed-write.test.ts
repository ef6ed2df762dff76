import { mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ago } from '../../../test/support/time/moments';
import { writeClaimed } from './claimed-write';
import { DirectoryStore } from './directory-store';
import { textOf } from './testing/blob-store-rules';

const KEY = 'destinations/crm/0000000001';
const MINUTE_MS = 60_000;

let folder: string;
let store: DirectoryStore;
beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-claims-'));
	store = new DirectoryStore(folder);
});
afterEach(() => rm(folder, { recursive: true }));

async function keysOf(prefix: string): Promise<string[]> {
	const keys: string[] = [];
	for await (const { key } of store.list(prefix)) keys.push(key);
	return keys;
}

/** As a killed writer leaves it. @param minutes since then */
async function leaveClaim(minutes: number): Promise<void> {
	const claim = `claims/${KEY}/of-another`;
	await store.write(claim, Buffer.alloc(0));
	const at = ago(minutes * MINUTE_MS);
	await utimes(join(folder, claim), at, at);
}

it('of writers at the same moment one succeeds, and no claim stays', async () => {
	const texts = ['a', 'b', 'c', 'd'];
	let written: boolean[] = [];
	// On a slow machine each may meet another one each time, and then all step back.
	for (let round = 0; round < 5 && !written.includes(true); round += 1)
		written = await Promise.all(texts.map((text) => writeClaimed(store, KEY, Buffer.from(text))));
	expect(written.filter(Boolean)).toHaveLength(1);
	expect(await textOf(store, KEY)).toBe(texts[written.indexOf(true)]);
	expect(await keysOf('claims/')).toEqual([]);
});

it('does not write while another writer may still do so, and writes after a killed one', async () => {
	await leaveClaim(14);
	expect(await writeClaimed(store, KEY, Buffer.from('mine'))).toBe(false);
	expect(await textOf(store, KEY)).toBeNull();
	await leaveClaim(16);
	expect(await writeClaimed(store, KEY, Buffer.from('mine'))).toBe(true);
});

it('keeps its claim if the write may still take effect', async () => {
	const fails: Pick<DirectoryStore, 'write' | 'open' | 'list' | 'remove'> = {
		open: (key) => store.open(key),
		list: (prefix) => store.list(prefix),
		remove: (key) => store.remove(key),
		write: (key, content) => (key === KEY ? Promise.reject(new Error('no response')) : store.write(key, content)),
	};
	await expect(writeClaimed(fails, KEY, Buffer.from('mine'))).rejects.toThrow('no response');
	expect(await writeClaimed(store, KEY, Buffer.from('of another'))).toBe(false);
});

it('refuses to write if the store does not list a new blob at once', async () => {
	const late = {
		open: (key: string) => store.open(key),
		list: () => store.list('none/'),
		remove: (key: string) => store.remove(key),
		write: (key: string, content: Buffer) => store.write(key, content),
	};
	await expect(writeClaimed(late, KEY, Buffer.from('mine'))).rejects.toThrow('does not list a new blob at once');
	expect(await keysOf('claims/')).toEqual([]);
});
