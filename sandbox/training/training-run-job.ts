import { setTimeout as wait } from 'node:timers/promises';
import { FetchError, NotPublicError } from '../crawler/page';
import type { Agent } from '../database/agents-repository';
import type { StoredSource } from '../database/sources-repository';
import type { Clock } from '../runtime/clock';
import type { JobKind } from '../runtime/job-runner';
import { type CrawlServices, WebsiteCrawl } from './website-crawl';

/** Does a training run: reads the agent's websites page by page, then cleans up. */
export class TrainingRunJob implements JobKind {
	/** Runs mostly pause, so any number of agents may train at once. */
	readonly concurrency = Number.POSITIVE_INFINITY;

	constructor(
		private readonly services: CrawlServices,
		private readonly clock: Clock,
	) {}

	async run(runId: string, signal: AbortSignal): Promise<void> {
		const { trainingRuns, agents, sources } = this.services.repositories;
		const run = trainingRuns.find(runId);
		const agent = run && agents.find(run.agentId);
		if (!agent || run.finishedAt !== null) return;

		const errors: string[] = [];
		for (const source of sources.websitesOf(agent.id)) {
			// Adding the source again fixes it (specification, part 3). It may have failed while the run read others.
			if (sources.find(source.id)?.status === 'failed') continue;
			const error = await this.crawl(runId, agent, source, signal);
			if (error !== null) errors.push(error);
		}
		trainingRuns.setPhase(runId, 'indexing');
		await this.clock.pause(agent.pageSeconds, signal);
		this.finish(runId, agent, errors);
	}

	giveUp(runId: string): void {
		this.services.repositories.trainingRuns.finish(
			runId,
			new Date().toISOString(),
			'The run failed because of an internal error.',
		);
	}

	/** Returns the reason why the website could not be read, or null. */
	private async crawl(runId: string, agent: Agent, source: StoredSource, signal: AbortSignal): Promise<string | null> {
		const { sources, runPages } = this.services.repositories;
		const crawl = new WebsiteCrawl(this.services, runId, source, signal);
		try {
			await crawl.open();
		} catch (error) {
			if (!(error instanceof FetchError || error instanceof NotPublicError)) throw error;
			this.services.database.transaction(() => {
				if (!sources.find(source.id)) return;
				runPages.add(runId, source.id, source.name);
				runPages.failWaiting(runId, source.id, error.message);
			});
			return `The website ${source.name} could not be reached: ${error.message}.`;
		}
		if (source.status === 'pending') sources.setStatus(source.id, 'processing');
		for (let page = crawl.next(); page; page = crawl.next()) {
			await crawl.read(page);
			await this.clock.pause(agent.pageSeconds, signal);
			// The site's crawl delay is in real seconds, independent of the clock factor.
			if (crawl.pauseSeconds > 0) await wait(crawl.pauseSeconds * 1000, undefined, { signal });
		}
		return null;
	}

	private finish(runId: string, agent: Agent, errors: string[]): void {
		const { agents, passages, runPages, sources, trainingRuns } = this.services.repositories;
		this.services.database.transaction(() => {
			for (const source of sources.websitesOf(agent.id)) this.finishSource(source);
			passages.optimize();
			const now = new Date().toISOString();
			const { completed } = runPages.counts(runId);
			if (passages.existFor(agent.id)) agents.markTrained(agent.id, now);
			trainingRuns.finish(runId, now, completed === 0 ? (errors[0] ?? NO_PAGE_READ) : null);
		});
	}

	private finishSource(source: StoredSource): void {
		const { pages, sources } = this.services.repositories;
		if (source.status === 'failed') return this.services.knowledgeBase.dropPages(source.id, pages.urlsOf(source.id));
		// Another source may now own pages of this one.
		sources.updateTotals(source.id);
		if (pages.urlsOf(source.id).length > 0) sources.setStatus(source.id, 'indexed');
		else sources.setStatus(source.id, 'failed', 'No page of this website could be read.');
	}
}

const NO_PAGE_READ =
	"The run found no page to read. Add the website's address as a source. If a source failed, delete it and add it again.";
