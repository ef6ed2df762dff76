import type { Clock } from '../runtime/clock';
import { DocumentReader } from '../documents/document-reader';
import type { JobKind } from '../runtime/job-runner';
import { FileStore } from './file-store';
import { IndexSourceJob, type IndexSourceServices } from './index-source-job';
import { ReadFileJob } from './read-file-job';
import { INDEX_SOURCE_JOB, READ_FILE_JOB, Sources, type SourcesServices } from './sources';
import { UploadedFiles } from './uploaded-files';

export interface SourcesOptions extends IndexSourceServices, Omit<SourcesServices, 'uploads' | 'files'> {
	clock: Clock;
	/** The folder of uploaded files. */
	filesDir: string;
}

/** Puts together what sources need, and clears away files that belong to none. */
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
