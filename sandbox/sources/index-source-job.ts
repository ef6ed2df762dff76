import type { Clock } from '../runtime/clock';
import type { AddressGuard } from '../crawler/address-guard';
import { fetchDocument } from '../crawler/fetch-document';
import { FetchError } from '../crawler/fetch-error';
import { NotPublicError } from '../crawler/not-public-error';
import { pageAddress } from '../crawler/page-address';
import type { PageReader } from '../crawler/page-reader';
import { Robots } from '../crawler/robots';
import type { SqlDatabase } from '../database/sql-database';
import type { JobKind } from '../runtime/job-runner';
import type { KnowledgeBase, PageText } from '../knowledge/knowledge-base';
import type { Repositories } from '../database/repositories';
import type { StoredSourceWithContent } from '../database/sources-repository';
import { INDEXING_SECONDS } from './indexing';

export interface IndexSourceServices {
	database: SqlDatabase;
	repositories: Repositories;
	knowledgeBase: KnowledgeBase;
	guard: AddressGuard;
	pages: PageReader;
}

/** Brings a new or changed source from processing to indexed, or to failed with the reason. */
export class IndexSourceJob implements JobKind {
	readonly concurrency = 4;

	constructor(
		private readonly services: IndexSourceServices,
		private readonly clock: Clock,
	) {}

	async run(subject: string, signal: AbortSignal): Promise<void> {
		await this.clock.pause(INDEXING_SECONDS, signal);
		const source = this.services.repositories.sources.find(Number(subject));
		if (source?.type === 'text') this.finish(source, null);
		if (source?.type === 'url') await this.readUrl(source, signal);
	}

	giveUp(subject: string): void {
		const id = Number(subject);
		this.services.repositories.sources.setStatus(id, 'failed', 'It could not be indexed for an internal reason.');
	}

	private async readUrl(source: StoredSourceWithContent, signal: AbortSignal): Promise<void> {
		try {
			this.finish(source, await this.fetchPage(new URL(source.name), signal));
		} catch (error) {
			if (!(error instanceof FetchError || error instanceof NotPublicError)) throw error;
			this.services.repositories.sources.setStatus(
				source.id,
				'failed',
				`${source.name} could not be read: ${error.message}.`,
			);
		}
	}

	private async fetchPage(url: URL, signal: AbortSignal): Promise<PageText> {
		const { guard, pages } = this.services;
		const { permit } = new Robots(guard, signal);
		const document = await fetchDocument(guard, url, signal, permit);
		const { title, text, noindex, canonical } = await pages.read(document, signal);
		if (noindex) throw new FetchError('the page asks not to be indexed (noindex)');
		if (!text) throw new FetchError('it has no text');
		return { url: canonical ?? pageAddress(document.url), title, text };
	}

	/** @param page what was read for a url source */
	private finish(source: StoredSourceWithContent, page: PageText | null): void {
		const { database, repositories, knowledgeBase } = this.services;
		database.transaction(() => {
			// Deleted or changed again since: then nothing, or the text of now.
			const current = repositories.sources.find(source.id);
			if (!current) return;
			if (page) {
				// It may have been found from another source before.
				repositories.pages.deleteElsewhere(current.agentId, page.url, current.id);
				knowledgeBase.indexPage(current, page);
			} else knowledgeBase.indexText(current, current.content ?? '');
			repositories.sources.setStatus(source.id, 'indexed');
			// During a run it is the run's end that makes an agent trained.
			if (repositories.trainingRuns.findActive(source.agentId)) return;
			repositories.agents.markTrained(source.agentId, new Date().toISOString());
		});
	}
}
