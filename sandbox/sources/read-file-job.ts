import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Clock } from '../runtime/clock';
import type { SqlDatabase } from '../database/sql-database';
import { DocumentError } from '../documents/document-error';
import type { DocumentReader } from '../documents/document-reader';
import type { ReadDocument } from '../documents/read-document';
import type { JobKind } from '../runtime/job-runner';
import type { Repositories } from '../database/repositories';
import type { FileStore } from './file-store';
import { INDEXING_SECONDS } from './indexing';

export interface ReadFileServices {
	database: SqlDatabase;
	repositories: Repositories;
	documents: DocumentReader;
	files: FileStore;
}

/** So many passages go into the index at once; in between the service answers requests. */
const BATCH = 500;

/** Reads an uploaded file and indexes what it says, or says why it cannot be read. The file is not kept. */
export class ReadFileJob implements JobKind {
	/** Reading a picture takes a processor and some hundred MB. */
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
		this.fail(Number(subject), 'It could not be read for an internal reason.');
	}

	/** Begins anew after a restart; the source says `indexed` in the same transaction as its last passages. */
	private async index(sourceId: number, { passages, wordCount }: ReadDocument): Promise<void> {
		const { database, repositories } = this.services;
		repositories.passages.deleteOfSource(sourceId);
		for (let done = 0; done < passages.length; done += BATCH) {
			await nextTurn();
			const isLast = done + BATCH >= passages.length;
			database.transaction(() => {
				// Deleted meanwhile, with all that was indexed.
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
