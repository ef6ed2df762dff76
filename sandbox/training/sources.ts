import type { SourceChanged, SourceType, SourceUpdateBody, SourceWithContent } from '../../api';
import type { TrainingLimits } from '../account/usage';
import type { AddressGuard } from '../crawler/address-guard';
import { NotPublicError } from '../crawler/page';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';
import type { NewSource, StoredSourceWithContent } from '../database/sources-repository';
import type { SqlDatabase } from '../database/sql-database';
import { DocumentReader } from '../documents/document-reader';
import { measureText } from '../documents/plain-text';
import { problems } from '../problems/problems';
import type { Clock } from '../runtime/clock';
import type { JobKind, JobRunner } from '../runtime/job-runner';
import { IndexSourceJob, type IndexSourceServices, ReadFileJob } from './source-jobs';
import type { Training } from './training';
import { FileStore, type MultipartForm, UploadedFiles } from './uploaded-files';

export const INDEX_SOURCE_JOB = 'index-source';
const READ_FILE_JOB = 'read-file';

interface SourcesServices {
	database: SqlDatabase;
	repositories: Repositories;
	limits: TrainingLimits;
	guard: AddressGuard;
	training: Training;
	jobs: JobRunner;
	uploads: UploadedFiles;
	files: FileStore;
}

/** Training sources (specification, parts 2 to 4). */
export class Sources {
	constructor(private readonly services: SourcesServices) {}

	list(agent: Agent, type: SourceType | undefined, limit: number, offset: number) {
		return { ...this.services.repositories.sources.page(agent.id, type ?? null, limit, offset), limit, offset };
	}

	/** The source with its stored text, which is hidden while the source is processing. @throws ApiProblem not_found */
	get(agent: Agent, id: number): SourceWithContent {
		const source = this.find(agent, id);
		return { ...source, content: source.status === 'processing' ? null : source.content };
	}

	/** @throws ApiProblem url_not_public, training_active, training_limit_exceeded */
	async addUrl(agent: Agent, url: string): Promise<SourceChanged> {
		try {
			await this.services.guard.check(new URL(url));
		} catch (error) {
			throw error instanceof NotPublicError ? problems.urlNotPublic(error.message) : error;
		}
		return this.add(agent, { type: 'url', name: url, content: null, sizeBytes: 0, wordCount: 0 });
	}

	/** @throws ApiProblem training_active, training_limit_exceeded */
	addText(agent: Agent, title: string | undefined, content: string): SourceChanged {
		return this.add(agent, { type: 'text', name: title ?? titleOfText(content), content, ...measureText(content) });
	}

	/** @throws ApiProblem training_active, training_limit_exceeded, unsupported_file_type, file_too_large, invalid_request */
	async addFile(agent: Agent, form?: MultipartForm): Promise<SourceChanged> {
		const { repositories, training, uploads } = this.services;
		// Checked before the caller sends ten megabytes for nothing.
		training.requireNoActiveRun(agent.id);
		this.requireSpace(0);
		if (!form) throw problems.invalidRequest('A file can be sent over HTTP only.');
		const file = await form.readFile('file', (incoming) => uploads.take(incoming));
		try {
			const { name, sizeBytes, storageName, format } = file;
			return this.add(agent, { type: 'file', name, content: null, sizeBytes, wordCount: 0 }, (sourceId) =>
				repositories.sourceFiles.insert({ sourceId, storageName, format }),
			);
		} catch (error) {
			await file.discard();
			throw error;
		}
	}

	/**
	 * Updates a text. The old text stops matching at once.
	 *
	 * @throws ApiProblem not_found, not_a_text_source, training_limit_exceeded
	 */
	update(agent: Agent, id: number, change: SourceUpdateBody): SourceChanged {
		const { database, repositories, jobs } = this.services;
		return database.transaction(() => {
			const source = this.find(agent, id);
			if (source.type !== 'text') throw problems.notATextSource(source.type);
			const content = change.content ?? source.content ?? '';
			const measured = measureText(content);
			const growth = measured.sizeBytes - source.sizeBytes;
			if (growth > 0) this.requireSpace(growth);
			repositories.sources.updateText(id, { name: change.title ?? source.name, content, ...measured });
			repositories.passages.deleteOfSource(id);
			jobs.add(INDEX_SOURCE_JOB, String(id));
			return this.changed(id);
		});
	}

	/** Removes the source with everything that was indexed from it. @throws ApiProblem not_found */
	async delete(agent: Agent, id: number): Promise<void> {
		const { database, repositories, files } = this.services;
		const file = repositories.sourceFiles.find(id);
		database.transaction(() => {
			this.find(agent, id);
			repositories.sources.delete(id);
		});
		if (file) await files.remove(file.storageName);
	}

	private add(
		agent: Agent,
		source: Omit<NewSource, 'agentId' | 'status' | 'createdAt'>,
		alsoInsert?: (sourceId: number) => void,
	): SourceChanged {
		const { database, repositories, training, jobs } = this.services;
		return database.transaction(() => {
			training.requireNoActiveRun(agent.id);
			this.requireSpace(source.sizeBytes);
			const id = repositories.sources.insert({
				...source,
				agentId: agent.id,
				status: 'processing',
				createdAt: new Date().toISOString(),
			});
			alsoInsert?.(id);
			jobs.add(source.type === 'file' ? READ_FILE_JOB : INDEX_SOURCE_JOB, String(id));
			return this.changed(id);
		});
	}

	/** @param addedBytes 0 if the size is not known yet */
	private requireSpace(addedBytes: number): void {
		const limit = this.services.limits.dataBytes;
		const total = this.services.repositories.sources.totalBytes();
		if (total + Math.max(1, addedBytes) > limit) throw problems.trainingLimitExceeded(limit);
	}

	private find(agent: Agent, id: number): StoredSourceWithContent {
		const source = this.services.repositories.sources.find(id);
		if (source?.agentId !== agent.id) throw problems.notFound('source');
		return source;
	}

	/** The five fields in the responses of create and update. */
	private changed(id: number): SourceChanged {
		const source = this.services.repositories.sources.find(id);
		if (!source) throw problems.notFound('source');
		const { agentId, type, name, status } = source;
		return { id, agentId, type, name, status };
	}
}

export interface SourcesOptions extends IndexSourceServices, Omit<SourcesServices, 'uploads' | 'files'> {
	clock: Clock;
	/** The folder of uploaded files. */
	filesDir: string;
}

/** Puts together what sources need, and deletes files without a source. */
export function createSources({ clock, filesDir, ...services }: SourcesOptions) {
	const { database, repositories } = services;
	const files = new FileStore(filesDir);
	files.removeAllBut(repositories.sourceFiles.all().map(({ storageName }) => storageName));
	const documents = new DocumentReader();
	const jobKinds: Array<[kind: string, job: JobKind]> = [
		[INDEX_SOURCE_JOB, new IndexSourceJob(services, clock)],
		[READ_FILE_JOB, new ReadFileJob({ database, repositories, documents, files }, clock)],
	];
	return { sources: new Sources({ ...services, files, uploads: new UploadedFiles(files, documents) }), jobKinds };
}

/** The name of a text without a title: its first words. */
export function titleOfText(content: string): string {
	const start = content.trim().slice(0, 60);
	// The cut may leave half a character at the end. Other unpaired halves were in the text itself.
	const words = start
		.replace(/\p{Surrogate}$/u, '')
		.toWellFormed()
		.replaceAll(/\s+/g, ' ');
	return words === '' ? 'Text' : words;
}
