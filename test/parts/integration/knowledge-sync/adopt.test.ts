import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createClient } from '../../../../api';
import { besideProgress, runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;
let api: ApiClient;
let folder: string;
let agentId: string;

const PAIRS: Array<[question: string, answer: string]> = [
	['=HYPERLINK("x")', 'Line one\nline "two"; three,\tfour'],
	['What of "quotes", slashes / and 🎉?', "'An apostrophe"],
	['Where\nis it?', '---\nkey: x\n---\nHere'],
	['Off?', 'No'],
];
const TEXTS: Array<[title: string, content: string]> = [
	['Opening hours/2026: "all" of them', '---\ntitle: Not mine\n---\nAt nine.'],
	['🎉', '# Party\r\n\r\nOn Friday.'],
	['../🎉', 'Other'],
	['2026', '=1+1'],
];

beforeAll(async () => {
	platform = await startPlatform();
	api = createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });
});
afterAll(() => platform.close());
beforeEach(async () => {
	({ id: agentId } = await platform.admin.createAgent({ name: 'Adopted', website: platform.sandbox.siteUrl }));
	folder = await mkdtemp(join(tmpdir(), 'knowledge-adopted-'));
	const params = { id: agentId };
	for (const [question, answer] of PAIRS) {
		const { id: pairId } = await api.call('createQaPair', { params, body: { question, answer } });
		if (question === 'Off?')
			await api.call('updateQaPair', { params: { ...params, pairId }, body: { enabled: false } });
	}
	for (const [title, content] of TEXTS) await api.call('addSource', { params, body: { type: 'text', title, content } });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const command = (...args: string[]) => runCommand(platform, ['knowledge', ...args]);
const take = (name: string, ...more: string[]) =>
	command(name, folder, '--agent', agentId, '--connection', 'main', '--set', 'Handbook', ...more);
const writes = async () =>
	(await platform.admin.requests({ path: `/agents/${agentId}` })).filter(({ method }) => method !== 'GET').length;

test('an agent comes under control without a request that changes it, and its folder is in step at once', async () => {
	const before = await writes();
	const adopted = await take('adopt');
	expect(adopted).toMatchObject({ code: 0 });
	expect(adopted.result).toContain('files into');
	expect((await readdir(folder)).toSorted()).toEqual(expect.arrayContaining(['knowledge.yaml', 'qa.csv', 'texts']));
	const plan = await command('plan', folder, '--json');
	expect([plan.code, besideProgress(plan.notes)]).toEqual([0, '']);
	const [result] = JSON.parse(plan.result) as Array<{ steps: Record<string, number> }>;
	expect(result?.steps).toMatchObject({ create: 0, update: 0, delete: 0, adopt: 0, conflict: 0, kept: 0 });
	expect(result?.steps['unchanged']).toBeGreaterThanOrEqual(PAIRS.length + TEXTS.length);
	expect(await writes()).toBe(before);

	// From here on the folder says what the agent knows.
	const table = await readFile(join(folder, 'qa.csv'), 'utf8');
	await writeFile(join(folder, 'qa.csv'), table.replace('Off?', 'Still off?'));
	const change = await command('apply', folder);
	expect(change).toMatchObject({ code: 0 });
	const { items } = await api.call('listQaPairs', { params: { id: agentId }, query: { limit: 100 } });
	expect(items.filter(({ question }) => question.includes('off?'))).toMatchObject([{ enabled: false }]);
	expect(items).toHaveLength(PAIRS.length);
});

test('an export moves nothing, and a folder with files is refused before anything starts', async () => {
	expect(await take('export')).toMatchObject({ code: 0 });
	const refused = await take('export');
	expect([refused.code, refused.notes]).toEqual([2, expect.stringContaining('has files, such as knowledge.yaml')]);
	expect(await take('export', '--force')).toMatchObject({ code: 0 });
	// Nobody owns the items yet.
	expect(await command('plan', folder)).toMatchObject({ code: 2 });
	const plan = await command('plan', folder, '--existing', 'adopt');
	expect(plan.result).toMatch(/Handbook at \S+: \d+ to take over\./);
});

test('of a double one is taken over, a file and what another set owns stay theirs, and all are named', async () => {
	const params = { id: agentId };
	const [double] = PAIRS;
	await api.call('createQaPair', { params, body: { question: double?.[0] ?? '', answer: 'Another answer' } });
	await writeFile(join(folder, 'other.csv'), 'question,answer\nOf another set?,Yes\n');
	const other = await runCommand(platform, [
		...['run', 'knowledge-sync', '--connection', 'main', '--agent', agentId, '--set', 'Other'],
		...['--rows', join(folder, 'other.csv')],
	]);
	expect(other).toMatchObject({ code: 0 });
	const before = await writes();
	const adopted = await take('adopt', '--force');
	expect(adopted).toMatchObject({ code: 0 });
	expect(adopted.notes).toMatch(/=HYPERLINK\("x"\): Q&A pair \d+ is a double/);
	expect(adopted.notes).toContain('Other sets own 1 of the items of the agent.');
	expect(await readFile(join(folder, 'qa.csv'), 'utf8')).not.toContain('Of another set?');
	expect([(await command('plan', folder)).code, await writes()]).toEqual([0, before]);
	// A second adopt keeps the keys, so that nothing is new.
	const table = await readFile(join(folder, 'qa.csv'), 'utf8');
	expect(await take('adopt', '--force')).toMatchObject({ code: 0 });
	expect(await readFile(join(folder, 'qa.csv'), 'utf8')).toBe(table);
	await appendFile(join(folder, 'qa.csv'), ',New?,Yes,\r\n');
	expect((await command('plan', folder)).result).toContain('1 to add');
});

test('an agent with nothing to take over is told so', async () => {
	const { id } = await platform.admin.createAgent({ name: 'Empty', website: platform.sandbox.siteUrl });
	const { items } = await api.call('listSources', { params: { id }, query: { limit: 100 } });
	for (const { id: sourceId } of items) await api.call('deleteSource', { params: { id, sourceId } });
	const { code, notes } = await command('adopt', folder, '--agent', id, '--connection', 'main');
	expect([code, notes]).toEqual([1, expect.stringContaining('There is nothing to take over')]);
	expect(await readdir(folder)).toEqual([]);
});
