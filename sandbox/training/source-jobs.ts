import { setImmediate as nextTurn } from 'node:timers/promises';
import type { AddressGuard } from '../crawler/address-guard';
import { fetchDocument } from '../crawler/fetch-document';
import { FetchError, NotPublicError, pageAddress } from '../crawler/page';
import type { PageReader } from '../crawler/page-reader';
import { Robots } from '../crawler/robots';
import type { Repositories } from '../database/repositories';
import type { StoredSourceWithContent } from '../database/sources-repository';
import type { SqlDatabase } from '../database/sql-database';
import { DocumentError, type ReadDocument } from '../documents/document-format';
import type { DocumentReader } from '../documents/document-reader';
import type { Clock } from '../runtime/clock';
import type { JobKind } from '../runtime/job-runner';
import type { KnowledgeBase, PageText } from '../search/knowledge-base';
import type { FileStore } from './uploaded-files';

/** Minimum time of indexing, in seconds of the sandbox's clock: long enough to see `processing`. */
const INDEXING_SECONDS = 1;

export interface IndexSourceServices {
	database: SqlDatabase;
	repositories: Repositories;
	knowledgeBase: KnowledgeBase;
	guard: AddressGuard;
	pages: PageReader;
}

/** Indexes a new or changed source: `processing` becomes `indexed`, or `failed` with the reason. */
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
		this.services.repositories.sources.setStatus(id, 'failed', 'It could not be indexed because of an internal error.');
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

	/** @param page the page of a url source */
	private finish(source: StoredSourceWithContent, page: PageText | null): void {
		const { database, repositories, knowledgeBase } = this.services;
		database.transaction(() => {
			// It may have been deleted or changed in the meantime: index the current text, or nothing.
			const current = repositories.sources.find(source.id);
			if (!current) return;
			if (page) {
				// Another source may have found it before.
				repositories.pages.deleteFromOtherSources(current.agentId, page.url, current.id);
				knowledgeBase.indexPage(current, page);
			} else knowledgeBase.indexText(current, current.content ?? '');
			repositories.sources.setStatus(source.id, 'indexed');
			// During a run, the end of the run marks the agent as trained.
			if (repositories.trainingRuns.findActive(source.agentId)) return;
			repositories.agents.markTrained(source.agentId, new Date().toISOString());
		});
	}
}

export interface ReadFileServices {
	database: SqlDatabase;
	repositories: Repositories;
	documents: DocumentReader;
	files: FileStore;
}

/** Passages per transaction. The service handles requests in between. */
const BATCH = 500;

/** Reads an uploaded file and indexes its text, or records the reason why it cannot be read. Then removes the file. */
export class ReadFileJob implements JobKind {
	/** Reading a picture takes one processor and some hundred MB. */
	readonly concurrency = 2;

	constructor(
		private readonly services: ReadFileServices,
		private readonly clock: Clock,
	) {}

	async run(subject: string, signal: AbortSignal): Promise<void> {
		await this.clock.pause(INDEXING_SECONDS, signal);
		const { repositories, documents, files } = this.services;
		const file = repositories.sourceFiles.find(Number(subject));
		if (!file) return;
		try {
			const document = await documents.read(files.pathOf(file.storageName), file.format, signal);
			await this.index(file.sourceId, document);
		} catch (error) {
			if (!(error instanceof DocumentError)) throw error;
			this.fail(file.sourceId, `The file ${error.message}.`);
		}
		await files.remove(file.storageName);
	}

	giveUp(subject: string): void {
		this.fail(Number(subject), 'It could not be read because of an internal error.');
	}

	/** After a restart it starts from the beginning. The last passages and the status `indexed` share a transaction. */
	private async index(sourceId: number, { passages, wordCount }: ReadDocument): Promise<void> {
		const { database, repositories } = this.services;
		repositories.passages.deleteOfSource(sourceId);
		for (let done = 0; done < passages.length; done += BATCH) {
			await nextTurn();
			const isLast = done + BATCH >= passages.length;
			database.transaction(() => {
				// The source and its passages were deleted in the meantime.
				const source = repositories.sources.find(sourceId);
				if (!source) return;
				const contents = passages.slice(done, done + BATCH);
				const { agentId, name: title } = source;
				repositories.passages.insert({ agentId, sourceId, pageId: null, title, url: null, contents });
				if (isLast) this.finish(sourceId, agentId, wordCount);
			});
		}
	}

	private finish(sourceId: number, agentId: string, wordCount: number): void {
		const { repositories } = this.services;
		repositories.sources.setWordCount(sourceId, wordCount);
		repositories.sources.setStatus(sourceId, 'indexed');
		repositories.sourceFiles.delete(sourceId);
		// During a run it is the run's end that makes an agent trained.
		if (repositories.trainingRuns.findActive(agentId)) return;
		repositories.agents.markTrained(agentId, new Date().toISOString());
	}

	private fail(sourceId: number, message: string): void {
		const { database, repositories } = this.services;
		database.transaction(() => {
			repositories.passages.deleteOfSource(sourceId);
			repositories.sourceFiles.delete(sourceId);
			repositories.sources.setStatus(sourceId, 'failed', message);
		});
	}
}
