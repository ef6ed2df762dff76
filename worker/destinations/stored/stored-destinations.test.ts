import { randomBytes } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DirectoryStore } from '../../storage/blobs/directory-store';
import { Keyring } from '../../temporal';
import { DestinationHeldError, Destinations, DestinationEdits, StoredDestinations } from '..';

const folder = mkdtempSync(join(tmpdir(), 'agent-knowledge-stored-'));
afterAll(() => rm(folder, { recursive: true }));

const keyring = new Keyring({ keys: [{ id: 'k1', secret: randomBytes(32).toString('base64') }], current: 'k1' });
const HOSTS = ['127.0.0.1:9', '127.0.0.1:10'];
const EDITOR = { caller: 'ops', idempotencyKey: 'one' };

let store: DirectoryStore;
let count = 0;

beforeEach(() => {
	vi.useFakeTimers({ toFake: ['Date'] });
	store = new DirectoryStore(join(folder, String((count += 1))));
});
afterEach(() => {
	vi.useRealTimers();
});

/** A process of its own over the same store. */
function aProcess(webhookHosts: readonly string[] = HOSTS) {
	const stored = new StoredDestinations({ store, keyring, webhookHosts });
	const destinations = new Destinations({}, undefined, stored);
	return { destinations, edits: new DestinationEdits(destinations, stored, keyring) };
}

test('another process finds a new one at once, and a changed one within seconds', async () => {
	const [gateway, worker] = [aProcess(), aProcess()];
	expect(await worker.destinations.find('crm')).toBeNull();
	await gateway.edits.create(
		'crm',
		{ type: 'webhook', settings: { url: 'http://127.0.0.1:9/a', fields: null } },
		EDITOR,
	);
	expect((await worker.destinations.find('crm'))?.target).toBe('127.0.0.1:9');
	await gateway.edits.change(
		'crm',
		1,
		{ type: 'webhook', settings: { url: 'http://127.0.0.1:10/a', fields: null } },
		'ops',
	);
	expect((await gateway.destinations.find('crm'))?.target).toBe('127.0.0.1:10');
	vi.setSystemTime(Date.now() + 6_000);
	expect((await worker.destinations.find('crm'))?.target).toBe('127.0.0.1:10');
	await gateway.edits.remove('crm');
	vi.setSystemTime(Date.now() + 6_000);
	expect(await worker.destinations.find('crm')).toBeNull();
});

test('one stays the same object while nobody changes it', async () => {
	const { destinations, edits } = aProcess();
	await edits.create('crm', { type: 'webhook', settings: { url: 'http://127.0.0.1:9/a', fields: null } }, EDITOR);
	const found = await destinations.find('crm');
	vi.setSystemTime(Date.now() + 6_000);
	expect(await destinations.find('crm')).toBe(found);
	expect(await destinations.list()).toEqual([found]);
});

test('a host that the operator no longer allows gets no leads, and the sync waits', async () => {
	await aProcess().edits.create(
		'crm',
		{ type: 'webhook', settings: { url: 'http://127.0.0.1:9/a', fields: null } },
		EDITOR,
	);
	const crm = await aProcess([]).destinations.get('crm');
	await expect(crm.probe()).rejects.toThrow(/events\.webhookHosts/);
	await expect(crm.check()).rejects.toThrow(/events\.webhookHosts/);
	const lead = {
		id: 7,
		agentId: 'a',
		conversationId: 'c',
		name: 'Ada',
		email: 'ada@example.com',
		phone: null,
		city: '',
		country: '',
		countryCode: '',
		fields: {},
		capturedAt: '2026-11-01T00:00:00Z',
	};
	await expect(crm.writeLead({ connection: 'main', agentId: 'a' }, lead, null)).rejects.toBeInstanceOf(
		DestinationHeldError,
	);
});

test('names that are no keys of the store are unknown', async () => {
	const { destinations } = aProcess();
	for (const name of ['', '..', 'a/b', 'flow:leads', 'x'.repeat(64)]) expect(await destinations.find(name)).toBeNull();
});

test('a store that cannot be read holds the sync, and says why', async () => {
	const { edits } = aProcess();
	await edits.create('crm', { type: 'webhook', settings: { url: 'http://127.0.0.1:9/a', fields: null } }, EDITOR);
	const foreign = new Keyring({ keys: [{ id: 'k2', secret: randomBytes(32).toString('base64') }], current: 'k2' });
	const stored = new StoredDestinations({ store, keyring: foreign, webhookHosts: HOSTS });
	const destinations = new Destinations({}, undefined, stored);
	await expect(destinations.find('crm')).rejects.toThrow(/cannot be read .*no encryption key "k1"/s);
	await expect(destinations.find('crm')).rejects.toBeInstanceOf(DestinationHeldError);
});
