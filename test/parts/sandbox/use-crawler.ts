import { runOf, searchResultSchema, trainingStatusSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { startWebsite, type TestPage, type TestWebsite } from './test-website';
import { eventually } from '../../support/time/eventually';

export const links = (...targets: string[]) => targets.map((target) => `<a href="${target}">x</a>`).join(' ');

/** A sandbox for the tests of a file, with websites that its crawler meets. */
export function useCrawler() {
	/** A site that may not be read. */
	let secret: TestWebsite;
	let website: TestWebsite;
	/** Another site that may be read. */
	let elsewhere: TestWebsite;
	let sandbox: TestSandbox;
	beforeAll(async () => {
		secret = await startWebsite({ '/': 'The secret of the intranet is rhubarb' });
		website = await startWebsite({});
		elsewhere = await startWebsite({});
		sandbox = await TestSandbox.start({ crawlLocalHosts: [website.host, elsewhere.host] });
	});
	afterAll(async () => {
		await sandbox.running.close();
		await Promise.all([website.close(), elsewhere.close(), secret.close()]);
	});

	let agents = 0;
	let agent = '';
	const retrain = async () => {
		await sandbox.call('POST', `/agents/${agent}/retrain`);
		const read = async () =>
			trainingStatusSchema.parse((await sandbox.call('GET', `/agents/${agent}/training-status`)).body);
		const run = runOf(await eventually(read, ({ training }) => !training, 'training is a job of its own'));
		if (!run) throw new Error('There was no run.');
		return run;
	};
	const search = async (query: string) => {
		const path = `/agents/${agent}/knowledge/search?query=${encodeURIComponent(query)}`;
		return searchResultSchema.parse((await sandbox.call('GET', path)).body).items;
	};

	return {
		get secret() {
			return secret;
		},
		get website() {
			return website;
		},
		get elsewhere() {
			return elsewhere;
		},
		get sandbox() {
			return sandbox;
		},
		/** The agent that was made last. */
		get agent() {
			return agent;
		},
		/** Trains a new agent on a website of these pages. */
		crawl: async (pages: Record<string, TestPage>) => {
			agents += 1;
			agent = `agent_${agents}`;
			website.pages = pages;
			website.asked.length = 0;
			await sandbox.admin('POST', '/agents', { id: agent, name: agent, website: `${website.origin}/` });
			return retrain();
		},
		retrain,
		search,
		/** Paths of the pages that are found. */
		found: async (query: string) => (await search(query)).map(({ url }) => url?.replace(website.origin, '')),
	};
}
