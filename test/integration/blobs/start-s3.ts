import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { findS3Server } from '../../../scripts/s3/find-server.mjs';
import { type BucketConfig, bucketSchema } from '../../../worker/config/bucket-schema';

const BUCKET = 'leads';

export interface S3Server {
	/** One bucket, and the key that may do everything with it. */
	bucket: BucketConfig;
	stop(): Promise<void>;
}

/** A real S3 server of its own over a folder, with one bucket. */
export async function startS3(): Promise<S3Server> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-s3-'));
	const [data, sidecar] = [join(folder, 'data'), join(folder, 'sidecar')];
	// A bucket is a folder to it.
	for (const each of [join(data, BUCKET), join(sidecar, BUCKET)]) await mkdir(each, { recursive: true });
	const port = await freePort();
	const [accessKeyId, secretAccessKey] = [randomBytes(10).toString('hex'), randomBytes(20).toString('hex')];
	const service = await startService({
		name: 'The S3 server',
		command: await findS3Server({ cache: cacheFolder() }),
		args: ['--port', `127.0.0.1:${port}`, '--health', '/health', 'posix', '--sidecar', sidecar, data],
		logFile: join(folder, 's3.log'),
		env: { ...process.env, ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
	});
	const endpoint = `http://127.0.0.1:${port}`;
	const isUp = async () => (await fetch(`${endpoint}/health`)).ok || null;
	await service.whileRunning('it answered', waitUntil(`The S3 server at ${endpoint}`, isUp));
	return {
		bucket: bucketSchema.parse({ endpoint, bucket: BUCKET, prefix: 'ours/', accessKeyId, secretAccessKey }),
		async stop() {
			await service.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}
