import { randomUUID } from 'node:crypto';
import type { PageReader } from '../../crawler/page-reader';
import type { Repositories } from '../../database/repositories';
import { KnowledgeBase, type PageText } from '../../search/knowledge-base';
import { websitePages } from '../website/website';
import { isoTime } from './business-hours';

/** Reads the pages of the sandbox's website as a training run does, without its pauses. @param origin of the website */
export async function readWebsite(reader: PageReader, origin: string): Promise<PageText[]> {
	const { signal } = new AbortController();
	const pages: PageText[] = [];
	for (const { path, html } of websitePages()) {
		const url = new URL(path, origin);
		const document = { url, mediaType: 'text/html', charset: 'utf-8', robotsTag: '', body: Buffer.from(html) };
		const { title, text } = await reader.read(document, signal);
		pages.push({ url: url.href, title, text });
	}
	return pages;
}

/** Between the first and the last page of a run. */
const RUN_MS = 42_000;

/** Records a completed training run of the website, so that the agent can chat and its knowledge can be searched. */
export function seedTraining(repositories: Repositories, agentId: string, pages: readonly PageText[], endedAt: number) {
	const { agents, runPages, sources, trainingRuns } = repositories;
	const [source] = sources.websitesOf(agentId);
	if (source === undefined) throw new Error(`The agent ${agentId} has no website.`);
	const knowledgeBase = new KnowledgeBase(repositories);
	const id = `run_${randomUUID()}`;
	trainingRuns.insert({ id, agentId, phase: 'indexing', startedAt: isoTime(endedAt - RUN_MS) });
	for (const page of pages) {
		runPages.add(id, source.id, page.url);
		const waiting = runPages.nextWaiting(id, source.id);
		if (waiting === undefined) continue;
		knowledgeBase.indexPage(source, page);
		runPages.settle(waiting.id, 'read', null);
	}
	sources.setStatus(source.id, 'indexed');
	agents.markTrained(agentId, isoTime(endedAt));
	trainingRuns.finish(id, isoTime(endedAt), null);
}
