import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listSchema, runOf, searchResultSchema, sourceSchema, trainingStatusSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { SandboxProcess } from './sandbox-process';
import { startWebsite, type TestWebsite } from './test-website';
import { eventually } from '../../support/time/eventually';

const KILLS = 3;
const PAGES = 30;
const TEXTS = 12;
const FILES = 4;

let dataDir: string;
let service: SandboxProcess;
let website: TestWebsite;
beforeAll(async () => {
	dataDir = await mkdtemp(join(tmpdir(), 'sandbox-killed-'));
	const names = Array.from({ length: PAGES }, (_page, index) => `/page${index}`);
	const links = names.map((name) => `<a href="${name}">x</a>`).join('');
	const pages = names.map((name, index): [string, string] => [name, `The word of this page is pageword${index}`]);
	website = await startWebsite({ '/': `Home ${links}`, ...Object.fromEntries(pages) });
	service = await SandboxProcess.start({
		SANDBOX_DATA_DIR: dataDir,
		SANDBOX_CLOCK_FACTOR: '10',
		SANDBOX_CRAWL_LOCAL_HOSTS: website.host,
	});
});
afterAll(async () => {
	await service.close();
	await website.close();
	await rm(dataDir, { recursive: true, force: true });
});

const customer = () => TestSandbox.of(service.running);
const killAndRestart = async () => {
	await service.kill();
	await service.restart();
};
const timesFound = async (agent: string, word: string) => {
	const path = `/agents/${agent}/knowledge/search?query=${word}&limit=10`;
	return searchResultSchema.parse((await customer().call('GET', path)).body).items.length;
};

describe('a sandbox killed in the middle', () => {
	it('of indexing: every source is indexed, once', async () => {
		const sources = '/agents/agent_support/sources';
		for (let text = 0; text < TEXTS; text += 1) {
			const body = { type: 'text', title: `Text ${text}`, content: `The word is textword${text}` };
			expect((await customer().call('POST', sources, { body })).status).toBe(201);
		}
		for (let file = 0; file < FILES; file += 1) {
			const form = new FormData();
			form.append('file', new Blob([`The word is fileword${file}. `.repeat(20_000)]), `file${file}.txt`);
			expect((await customer().upload(`${sources}/files`, form)).status).toBe(201);
		}
		const list = async () =>
			listSchema(sourceSchema).parse((await customer().call('GET', `${sources}?limit=100`)).body);
		const indexed = async () => (await list()).items.filter(({ status }) => status === 'indexed').length;
		for (let kill = 1; kill <= KILLS; kill += 1) {
			await eventually(indexed, (count) => count >= kill * 4, 'sources are indexed by jobs of their own');
			await killAndRestart();
		}
		// The website is a source too, and waits for its training.
		await eventually(indexed, (count) => count === TEXTS + FILES, 'sources are indexed by jobs of their own');

		for (let text = 0; text < TEXTS; text += 1) expect(await timesFound('agent_support', `textword${text}`)).toBe(1);
		expect((await list()).total).toBe(TEXTS + FILES + 1);
		expect(await readdir(join(dataDir, 'files'))).toEqual([]);
	});

	it('of crawling: the same run ends, and every page is there once', async () => {
		await customer().admin('POST', '/agents', { id: 'killed', name: 'Killed', website: `${website.origin}/` });
		await customer().call('POST', '/agents/killed/retrain');
		const status = async () =>
			trainingStatusSchema.parse((await customer().call('GET', '/agents/killed/training-status')).body);
		const first = runOf(await status());
		for (let kill = 1; kill <= KILLS; kill += 1) {
			await eventually(
				status,
				(seen) => (runOf(seen)?.pagesCompleted ?? 0) >= kill * 8,
				'a training run reads page after page',
			);
			await killAndRestart();
		}
		const ended = await eventually(status, ({ training }) => !training, 'training is a job of its own');

		expect(runOf(ended)).toMatchObject({
			id: first?.id,
			phase: 'completed',
			pagesCompleted: PAGES + 1,
			pagesFailed: 0,
		});
		for (let page = 0; page < PAGES; page += 1) expect(await timesFound('killed', `pageword${page}`)).toBe(1);
	});
});
