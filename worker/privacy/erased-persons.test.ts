import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Lead } from '../../api';
import { openBlobs } from '../storage/blobs';
import { blobsSchema } from '../storage/settings';
import { Keyring } from '../temporal';
import { ErasedPersons } from './erased-persons';

const directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-erased-'));
afterAll(() => {
	rmSync(directory, { recursive: true });
});

const { store } = openBlobs(blobsSchema.parse({ directory }));
const key = (id: string) => ({ id, secret: randomBytes(32).toString('base64') });
const [old, fresh] = [key('2025 / first'), key('2026')];
const ERASED_AT = Date.parse('2026-03-01T12:00:00Z');

const lead = (id: number, email: string, more: Partial<Lead> = {}): Lead => ({
	id,
	email,
	agentId: 'agent',
	conversationId: 'c',
	name: 'Ada',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
	capturedAt: '2026-02-01T00:00:00Z',
	...more,
});
const idsOf = async (erased: ErasedPersons, ...leads: Lead[]) =>
	(await erased.of('main').without(leads)).map(({ id }) => id);

test('leaves out what was captured until the erasing, by address and by id, also under a newer key', async () => {
	const before = new ErasedPersons(store, new Keyring({ keys: [old], current: old.id }));
	const leads = [
		lead(1, 'Ana@Client.example'),
		lead(2, 'joana@client.example'),
		lead(3, 'ana@client.example', { capturedAt: '2026-03-02T00:00:00Z' }),
		lead(4, ''),
		lead(4, '', { agentId: 'another' }),
	];
	expect(await idsOf(before, ...leads)).toEqual([1, 2, 3, 4, 4]);
	const named = [{ connection: 'main', agentId: 'agent', leadId: 4 }];
	await before.add({ email: 'ana@client.example', leads: named }, ERASED_AT);
	expect(await idsOf(before, ...leads)).toEqual([2, 3, 4]);
	const rotated = new ErasedPersons(store, new Keyring({ keys: [old, fresh], current: fresh.id }));
	expect(await idsOf(rotated, ...leads)).toEqual([2, 3, 4]);
	await rotated.add({ email: 'ana@client.example', leads: [] }, ERASED_AT + 86_400_000);
	expect(await idsOf(rotated, ...leads)).toEqual([2, 4]);
});

test('knows an address in both forms of its characters, also one that an earlier version noted decomposed', async () => {
	const keyring = new Keyring({ keys: [old], current: old.id });
	const noted = openBlobs(blobsSchema.parse({ directory: mkdtempSync(join(directory, 'forms-')) })).store;
	const persons = new ErasedPersons(noted, keyring);
	const leads = ['NFC', 'NFD'].map((form, id) => lead(id, 'Jos\u00e9@client.example'.normalize(form)));
	await persons.add({ email: 'anna@client.example', leads: [] }, ERASED_AT);
	expect(await idsOf(persons, ...leads)).toEqual([0, 1]);
	await persons.add({ email: 'jose\u0301@client.example', leads: [] }, ERASED_AT);
	expect(await idsOf(persons, ...leads)).toEqual([]);
	for await (const { key } of noted.list('')) if (key.length > 0) await noted.remove(key);
	await persons.add({ email: 'jos\u00e9@client.example', leads: [] }, ERASED_AT);
	expect(await idsOf(persons, ...leads)).toEqual([]);
});

test('stops rather than bring somebody back whose key is missing', async () => {
	const erased = new ErasedPersons(store, new Keyring({ keys: [fresh], current: fresh.id }));
	await expect(idsOf(erased, lead(2, 'joana@client.example'))).rejects.toThrow(
		'There is no encryption key "2025 / first"',
	);
	expect([...(await erased.missingKeys())]).toEqual([['2025 / first', 2]]);
	const whole = new ErasedPersons(store, new Keyring({ keys: [old, fresh], current: fresh.id }));
	expect([...(await whole.missingKeys())]).toEqual([]);
});

test('keeps the address nowhere in the clear', async () => {
	const keys = [];
	for await (const { key: name } of store.list('')) keys.push(name);
	expect(keys.join()).not.toContain('client');
});
