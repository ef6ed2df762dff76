import { openBlobs } from '../../../worker/storage/blobs';
import { blobsSchema } from '../../../worker/storage/settings';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { MockActivityEnvironment } from '@temporalio/testing';
import { Command } from 'commander';
import { createClient } from '../../../api';
import type { SyncedPage } from '../../../workflows/lead-sync/activities';
import { settingRows } from '../../../scripts/generate/settings-page.mjs';
import { DestinationTurns } from '../../../worker/activities/lead-sync/destination-turns';
import { syncPage } from '../../../worker/activities/lead-sync/sync-page';
import { configSchema } from '../../../worker/config/schema';
import { Destinations } from '../../../worker/destinations';
import { addressesIn } from '../../../worker/destinations/testing/folder/kind';
import { inputIn, settingsOf, valuesOf } from '../../../worker/gateway/console/destinations/settings-form';
import { destinationTypeListSchema } from '../../../worker/gateway/schemas';
import { testGateway } from '../../../worker/gateway/testing/test-gateway';
import { checkDestinations } from '../../../worker/cli/doctor/check-storage';
import { addSettingOptions } from '../../../worker/cli/destinations/setting-options';

/** Other files of this process have loaded what follows without the new kind. */
vi.hoisted(() => vi.resetModules());
/** What a contributor adds for a new destination: its folder, and its line in the index. */
vi.mock('../../../worker/destinations/kinds', async (original) => {
	const { DESTINATION_KINDS } = await original<{ DESTINATION_KINDS: readonly object[] }>();
	const { folder } = await vi.importActual<{ folder: object }>('../../../worker/destinations/testing/folder/kind');
	return { DESTINATION_KINDS: [...DESTINATION_KINDS, folder] };
});
afterAll(() => {
	vi.doUnmock('../../../worker/destinations/kinds');
	vi.resetModules();
});

const at = mkdtempSync(join(tmpdir(), 'agent-knowledge-new-kind-'));
afterAll(() => rmSync(at, { recursive: true }));
const inFile = { notes: { type: 'folder', path: at } };

function config() {
	return configSchema.parse({
		connections: { main: { baseUrl: 'https://agents.example.com', apiKey: 'the-key' } },
		destinations: inFile,
		encryption: { keys: [{ id: 'k', secret: Buffer.alloc(32).toString('base64') }], current: 'k' },
	});
}

test('the configuration takes it, and refuses what its settings refuse', () => {
	const { destinations } = config();
	expect(destinations).toEqual(inFile);
	const wrong = configSchema.safeParse({ destinations: { notes: { type: 'folder', path: '' } } });
	expect(wrong.error?.issues.map(({ path }) => path.join('.'))).toContain('destinations.notes.path');
});

test("the console's form shows its fields, and the gateway stores what it sends", async () => {
	const gateway = await testGateway({ inFile: { destinations: inFile }, webhookHosts: ['127.0.0.1:9'] });
	const types = destinationTypeListSchema.parse((await gateway.ask({ url: '/v1/destination-types' })).body).items;
	const type = types.find((each) => each.type === 'folder');
	if (type === undefined) throw new Error('It is not listed.');
	const settings = settingsOf(type);
	expect(settings).toMatchObject([{ is: 'plain', field: { name: 'path', label: 'Folder', isRequired: true } }]);
	const values = { ...valuesOf(settings, null), name: 'typed', path: at };
	const payload = { name: values.name, type: type.type, ...inputIn(settings, values).input };
	const create = { method: 'POST', url: '/v1/destinations', headers: { 'idempotency-key': 'one' }, payload };
	expect(await gateway.ask(create)).toMatchObject({ status: 201, body: { type: 'folder', path: at } });
	expect((await gateway.ask({ url: '/v1/destinations' })).body).toMatchObject({
		items: [
			{ name: 'notes', origin: 'file', title: 'folder' },
			{ name: 'typed', origin: 'gateway', title: 'folder' },
		],
	});
	const change = { method: 'PUT', url: '/v1/destinations/typed', headers: { 'if-match': '"1"' } };
	const other = await gateway.ask({ ...change, payload: { url: 'http://127.0.0.1:9/', fields: null } });
	expect(other).toMatchObject({ status: 400, body: { issues: [{ path: 'type' }] } });
});

test('doctor checks it', async () => {
	const { destinations } = config();
	expect(await checkDestinations(destinations)).toMatchObject([{ name: 'destination notes', status: 'ok' }]);
});

test('the command line has an option for its setting', () => {
	const help = addSettingOptions(new Command()).helpInformation();
	expect(help).toMatch(/--path <text> +The folder that gets the leads/);
	expect(help).toMatch(/--type <type>[^]+"webhook", "folder"/);
});

test('the page of settings has its row', () => {
	const rows = settingRows(configSchema, new Map());
	expect(rows).toContainEqual({
		path: 'destinations.<name>.path',
		type: 'text',
		preset: 'required',
		description: 'The folder that gets the leads',
	});
});

test('a sync writes to it', async () => {
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
	const service = createServer((_request, response) => {
		response.setHeader('content-type', 'application/json');
		response.end(JSON.stringify({ items: [lead], total: 1, limit: 100, offset: 0 }));
	});
	await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
	const api = createClient({ baseUrl: `http://127.0.0.1:${(service.address() as AddressInfo).port}`, apiKey: 'k' });
	try {
		const synced = await new MockActivityEnvironment().run<[], SyncedPage, () => Promise<SyncedPage>>(() =>
			syncPage(
				{
					api,
					erased: { without: (leads) => Promise.resolve([...leads]) },
					synced: { firstOf: (_sync, leads) => Promise.resolve([...leads]), release: () => Promise.resolve() },
					pagesAtOnce: 1,
					turns: new DestinationTurns(1),
					report: () => Promise.resolve(),
					store: openBlobs(blobsSchema.parse({ directory: at })).store,
					destinations: new Destinations(config().destinations),
				},
				{
					of: { connection: 'main', agentId: 'a', destination: 'notes' },
					cursor: null,
					startAt: 0,
					reread: null,
					intervalMs: 60_000,
					totals: { synced: 0, refused: 0 },
				},
			),
		);
		expect(synced.written).toBe(1);
		expect(await addressesIn(at)).toEqual(['ada@example.com']);
	} finally {
		service.closeAllConnections();
		service.close();
	}
});
