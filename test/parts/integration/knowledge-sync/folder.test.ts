import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ApiClient, createClient } from '../../../../api';
import { besideProgress, runCommand } from '../../../support/gateway/run-command';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';

let platform: GatewayPlatform;
let api: ApiClient;
let folder: string;
let agentId: string;

const KNOWLEDGE = (id: string) => `agents:
  support:
    id: ${id}
sets:
  questions:
    agents: [support]
    questions: qa.csv
  handbook:
    agents: [support]
    markdown: handbook/**/*.md
`;

beforeAll(async () => {
	platform = await startPlatform();
	api = createClient({ baseUrl: platform.sandbox.apiUrl, apiKey: platform.sandbox.seedKey });
	({ id: agentId } = await platform.admin.createAgent({ name: 'In step', website: platform.sandbox.siteUrl }));
	folder = await mkdtemp(join(tmpdir(), 'knowledge-folder-'));
	await mkdir(join(folder, 'handbook', 'office'), { recursive: true });
	await write('knowledge.yaml', KNOWLEDGE(agentId));
	await write('qa.csv', 'Question,Answer\nWhen do you open?,At nine\nDo you ship?,Yes\n');
	await write('handbook/returns.md', '---\ntitle: Returns\nkey: returns\n---\nWithin 30 days.\n');
	await write('handbook/office/keys.md', '# Keys\n\nAt the reception.\n');
});
afterAll(async () => {
	await platform.close();
	await rm(folder, { recursive: true, force: true });
});

const write = (name: string, content: string) => writeFile(join(folder, name), content);

const run = (name: string, ...options: string[]) =>
	runCommand(platform, ['knowledge', name, folder, '--connection', 'main', ...options]);

async function known(): Promise<string[]> {
	const query = { limit: 100, offset: 0 };
	const pairs = await api.call('listQaPairs', { params: { id: agentId }, query });
	const sources = await api.call('listSources', { params: { id: agentId }, query: { ...query, type: 'text' } });
	const texts = await Promise.all(
		sources.items.map(({ id }) => api.call('getSource', { params: { id: agentId, sourceId: id } })),
	);
	return [
		...pairs.items.map(({ question, answer }) => `${question} ${answer}`),
		...texts.map(({ name, content }) => `${name}: ${content ?? ''}`),
	].toSorted();
}

test('a folder is planned, applied, and in step from then on', async () => {
	const plan = await run('plan');
	expect([plan.code, await known()]).toEqual([2, []]);
	expect(plan.result).toContain('questions at support: 2 to add.\n  + qa "When do you open?"');
	expect(plan.result).toContain('handbook at support: 2 to add.');

	const applied = await run('apply');
	expect([applied.code, besideProgress(applied.notes)]).toEqual([0, '']);
	expect(applied.result).toContain('2 brought into step.');
	expect(await known()).toEqual([
		'Do you ship? Yes',
		expect.stringMatching(/^Keys: # Keys/),
		expect.stringMatching(/^Returns: Within 30 days/),
		'When do you open? At nine',
	]);
	expect(await run('plan')).toMatchObject({ code: 0 });

	await write('qa.csv', 'Question,Answer\nWhen do you open?,At ten\n');
	const change = await run('plan', '--json', '--set', 'questions');
	expect(change.code).toBe(2);
	expect(JSON.parse(change.result)).toMatchObject([{ set: 'questions', steps: { update: 1, delete: 1, create: 0 } }]);
	expect((await run('apply')).code).toBe(0);
	expect((await known()).filter((each) => each.includes('?'))).toEqual(['When do you open? At ten']);
});

test('a set that is not whole is not sent, and each fault is named by file and row', async () => {
	const before = await known();
	await write('qa.csv', 'Question,Answer\nWhen do you open?,\n');
	const { code, notes, result } = await run('apply');
	expect([code, await known()]).toEqual([1, before]);
	expect(notes).toContain('qa.csv, row 2: answer is missing');
	expect(notes).toContain('The set questions is not whole, so nothing of it was sent.');
	expect(result).toContain('handbook at support: All is in step.');
});

test('a file that cannot be used is named by line', async () => {
	await write('knowledge.yaml', 'agents: {}\nsets:\n  a:\n    agents: [nobody]\n    questions: qa.csv\n');
	const notes = expect.stringContaining('knowledge.yaml:4: sets.a.agents.0 is no agent of this file') as string;
	// 2 of a plan says that there are changes.
	expect(await run('plan')).toMatchObject({ code: 1, notes });
	expect(await run('apply')).toMatchObject({ code: 2, notes });
	expect((await run('plan', '--nothing')).code).toBe(1);
	expect((await run('apply', '--nothing')).code).toBe(2);
});
