import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lead } from '../../api';
import { openBlobs, SYNCED_PERSONS } from '../storage/blobs';
import { blobsSchema } from '../storage/settings';
import { Keyring } from '../temporal/keyring';
import { SyncedPersons } from './synced-persons';

const SYNC = 'lead-sync~main~agent~crm';
const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-persons-'));
afterAll(() => rm(folder, { recursive: true }));

const newKey = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });
const keys = [newKey('2025'), newKey('2026')] as const;
const older = new Keyring({ keys: [keys[0]], current: keys[0].id });
const newer = new Keyring({ keys, current: keys[1].id });

let count = 0;
/** A store of its own, and what opens it. */
function newStore() {
	const { store } = openBlobs(blobsSchema.parse({ directory: join(folder, String((count += 1))) }));
	return { store, open: (keyring = older) => new SyncedPersons(store, keyring) };
}

const lead = (id: number, email: string, phone: string | null = null, agentId = 'agent'): Lead => ({
	id,
	email,
	phone,
	agentId,
	conversationId: 'c',
	name: 'Ada',
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: '2026-02-01T00:00:00Z',
});
const idsOf = (leads: readonly Lead[]) => leads.map(({ id }) => id);

it('takes the first lead of each person, and the same again when a page is repeated', async () => {
	const persons = newStore().open();
	const page = [
		lead(1, 'ana@client.example', '+49 170 1234567'),
		lead(2, 'Ana@Client.example '),
		lead(3, '', '0049 170 123 4567'),
		lead(4, 'ben@client.example', '+49 170 1234567'),
		lead(5, '', '110'),
		lead(6, ''),
		lead(9, '', '+49 170 7654321'),
		lead(10, 'cleo@client.example', '+49 170 7654321'),
	];
	expect(idsOf(await persons.firstOf(SYNC, page))).toEqual([1, 4, 5, 6, 10]);
	expect(idsOf(await persons.firstOf(SYNC, page))).toEqual([1, 4, 5, 6, 10]);
	const next = [lead(7, 'ana@client.example'), lead(8, '', '+491701234567'), lead(1, 'ana@client.example')];
	expect(idsOf(await persons.firstOf(SYNC, next))).toEqual([1]);
});

it('takes a lead that brings the address of somebody who had left a telephone number', async () => {
	const persons = newStore().open();
	expect(idsOf(await persons.firstOf(SYNC, [lead(1, '', '+491701234567')]))).toEqual([1]);
	expect(idsOf(await persons.firstOf(SYNC, [lead(2, 'ana@client.example', '+491701234567')]))).toEqual([2]);
});

it('tells leads of two agents with one id apart, and another sync takes its own', async () => {
	const persons = newStore().open();
	expect(await persons.firstOf(SYNC, [lead(1, 'ana@client.example', null, 'one')])).toHaveLength(1);
	expect(await persons.firstOf(SYNC, [lead(1, 'ana@client.example', null, 'other')])).toEqual([]);
	expect(await persons.firstOf('lead-sync~other', [lead(9, 'ana@client.example')])).toHaveLength(1);
});

it('of workers that read leads of one person at the same time, one takes its lead', async () => {
	const { open } = newStore();
	const taken = await Promise.all(
		Array.from({ length: 12 }, (_, id) => open().firstOf(SYNC, [lead(id + 1, 'ana@client.example')])),
	);
	expect(taken.flat()).toHaveLength(1);
});

it('knows persons after a change of keys', async () => {
	const { open } = newStore();
	await open(older).firstOf(SYNC, [lead(1, 'ana@client.example')]);
	const page = [lead(1, 'ana@client.example'), lead(2, 'ana@client.example'), lead(3, 'ben@client.example')];
	expect(idsOf(await open(newer).firstOf(SYNC, page))).toEqual([1, 3]);
	expect(idsOf(await open(newer).firstOf(SYNC, page.slice(1, 2)))).toEqual([]);
});

it('keeps no address and no number, and an erasure removes all of a person and nothing of others', async () => {
	const { store, open } = newStore();
	const persons = open();
	const page = [lead(1, 'ana@client.example', '+491701234567'), lead(2, 'ben@client.example', '+491701234568')];
	await persons.firstOf(SYNC, page);
	const keysOf = async () => {
		const found: string[] = [];
		for await (const { key } of store.list(SYNCED_PERSONS)) found.push(key);
		return found;
	};
	expect(await keysOf()).toHaveLength(4);
	expect((await keysOf()).join(' ')).not.toMatch(/ana|170123/);
	for await (const key of persons.claimsOf('ana@client.example')) await persons.forget(key);
	expect(await keysOf()).toHaveLength(2);
	expect(idsOf(await persons.firstOf(SYNC, [lead(3, 'ana@client.example'), lead(4, 'ben@client.example')]))).toEqual([
		3,
	]);
});

it('lets another lead come for a person whose lead was refused, and takes nothing from others', async () => {
	const persons = newStore().open();
	const [refused, other] = [lead(1, 'ana@client.example', '+491701234567'), lead(2, 'ben@client.example')];
	await persons.firstOf(SYNC, [refused, other]);
	await persons.release(SYNC, [refused, lead(3, 'ben@client.example')]);
	const page = [lead(4, 'ana@client.example'), lead(5, '', '+491701234567'), lead(6, 'ben@client.example')];
	expect(idsOf(await persons.firstOf(SYNC, page))).toEqual([4, 5]);
});

const claimsIn = async (store: ReturnType<typeof newStore>['store']) => {
	const found: string[] = [];
	for await (const { key } of store.list(SYNCED_PERSONS)) if (key !== SYNCED_PERSONS) found.push(key);
	return found;
};

it.each([
	['one page', older, [[1, 2, 3]], [[1, 3]]],
	['several pages', older, [[1], [2, 3], [2, 3]], [[1], [3], [3]]],
	['several pages and keys', newer, [[1], [2, 3], [2, 3]], [[1], [3], [3]]],
])(
	'an erasure by the address removes the number of each lead of the person (%s)',
	async (_how, later, pages, first) => {
		const { store, open } = newStore();
		const leads = [
			lead(1, 'ana@client.example', '+491701234567'),
			lead(2, 'Ana@client.example', '+491701234568'),
			lead(3, 'ben@client.example', '+491701234568'),
		];
		const taken: number[][] = [];
		for (const ids of pages) {
			const page = leads.filter(({ id }) => ids.includes(id));
			taken.push(idsOf(await open(taken.length === 0 ? older : later).firstOf(SYNC, page)));
		}
		expect(taken).toEqual(first);
		const persons = open(newer);
		expect(await persons.firstOf(SYNC, [lead(4, '', '+491701234568')])).toEqual([]);
		for await (const key of persons.claimsOf('ana@client.example')) await persons.forget(key);
		const page = [lead(5, '', '+491701234567'), lead(6, '', '+491701234568'), lead(7, 'ben@client.example')];
		expect(idsOf(await persons.firstOf(SYNC, page))).toEqual([5, 6]);
		for await (const key of persons.claimsOf('ben@client.example')) await persons.forget(key);
		expect(await claimsIn(store)).toHaveLength(2);
	},
);

it('finds the claim of a number by the lead that made it, and no other', async () => {
	const { store, open } = newStore();
	const [theirs, other] = [lead(1, '', '+49 170 1234567'), lead(2, '', '+491701234568')];
	await open(older).firstOf(SYNC, [theirs, other]);
	const persons = open(newer);
	const found: string[] = [];
	const folders = [theirs, other].flatMap((each) => persons.foldersOfNumber(each));
	for await (const key of persons.claimsIn(folders, [{ agentId: 'agent', leadId: 1 }])) found.push(key);
	expect(found).toHaveLength(1);
	for (const key of found) await persons.forget(key);
	expect(idsOf(await persons.firstOf(SYNC, [lead(3, '', '+491701234567'), lead(4, '', '+491701234568')]))).toEqual([3]);
	expect(folders.join(' ')).not.toMatch(/170123/);
	expect(await claimsIn(store)).toHaveLength(2);
});

it('erases an address in both forms of its characters', async () => {
	const { store, open } = newStore();
	await open().firstOf(SYNC, [lead(1, 'jose\u0301@client.example')]);
	expect(await open().firstOf(SYNC, [lead(2, 'jos\u00e9@client.example')])).toEqual([]);
	for await (const key of open().claimsOf('jose\u0301@client.example')) await open().forget(key);
	expect(await claimsIn(store)).toEqual([]);
});

it('stops rather than take a second lead of a person whose key is missing', async () => {
	const { open } = newStore();
	await open(older).firstOf(SYNC, [lead(1, 'ana@client.example')]);
	const [, key] = keys;
	const without = open(new Keyring({ keys: [key], current: key.id }));
	const again = lead(2, 'ana@client.example');
	const missing = 'There is no encryption key "2025"';
	await expect(without.firstOf(SYNC, [again])).rejects.toThrow(missing);
	await expect(without.firstOf(SYNC, [again])).rejects.toThrow(missing);
	await expect(without.claimsOf('ana@client.example').next()).rejects.toThrow(missing);
	expect([...(await without.missingKeys())]).toEqual([['2025', 1]]);
	expect([...(await open(newer).missingKeys())]).toEqual([]);
	expect(await open(newer).firstOf(SYNC, [again])).toEqual([]);
});
