import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../support/time/eventually';
import { findVersitygw } from '../../../scripts/tools/s3/find-versitygw.mjs';
import { type BucketConfig, bucketSchema } from '../../../worker/storage/settings';

const BUCKET = 'blobs';

export interface Versitygw {
	bucket: BucketConfig;
	/** The files of its bucket, with what it knows of an object in attributes of its file. */
	bucketFolder: string;
	stop(): Promise<void>;
}

/** The S3 gateway of the compose file over a folder of its own, with one bucket. */
export async function startVersitygw(): Promise<Versitygw> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-versitygw-'));
	const data = join(folder, 'data');
	const bucketFolder = join(data, BUCKET);
	// A bucket is a folder to it.
	await mkdir(bucketFolder, { recursive: true });
	const port = await freePort();
	const key = { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
	const service = await startService({
		name: 'The S3 gateway',
		command: await findVersitygw({ cache: cacheFolder() }),
		args: ['--port', `127.0.0.1:${port}`, '--health', '/health', 'posix', data],
		logFile: join(folder, 'versitygw.log'),
		env: { ...process.env, ROOT_ACCESS_KEY_ID: key.accessKeyId, ROOT_SECRET_ACCESS_KEY: key.secretAccessKey },
	});
	const endpoint = `http://127.0.0.1:${port}`;
	const isUp = async () => (await fetch(`${endpoint}/health`)).ok || null;
	await service.whileRunning('it responded', eventually(isUp, isThere, `The S3 gateway at ${endpoint}`));
	return {
		bucket: bucketSchema.parse({ endpoint, bucket: BUCKET, ...key }),
		bucketFolder,
		async stop() {
			await service.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
