import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { startService } from '../../../scripts/processes/service.mjs';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { findS3Server } from '../../../scripts/s3/find-server.mjs';
import { allow } from '../../../worker/storage/blobs/testing/bucket-settings';
import { type BucketConfig, bucketSchema } from '../../../worker/storage/settings';

const BUCKET = 'leads';

export interface S3Server {
	/** One bucket, and the key that may do everything with it. */
	bucket: BucketConfig;
	/** The same bucket with a key that may do so much. @param actions for example `s3:GetObject` */
	bucketAllowing(actions: readonly string[]): Promise<BucketConfig>;
	/** All that it has stored. */
	folder: string;
	/** The files of its bucket. */
	bucketFolder: string;
	stop(): Promise<void>;
}

export interface S3Options {
	/** Where it keeps what it knows of an object: in files of their own, as any disk can, or in attributes of its file. */
	metadata?: 'files' | 'attributes';
}

/** A real S3 server of its own over a folder, with one bucket. */
export async function startS3({ metadata = 'files' }: S3Options = {}): Promise<S3Server> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-s3-'));
	const stored = join(folder, 'stored');
	const [data, sidecar, versions] = [join(stored, 'data'), join(stored, 'sidecar'), join(stored, 'versions')];
	const users = join(folder, 'users');
	// A bucket is a folder to it.
	for (const each of [join(data, BUCKET), join(sidecar, BUCKET), versions, users])
		await mkdir(each, { recursive: true });
	const port = await freePort();
	const { accessKeyId, secretAccessKey } = newKey();
	const command = await findS3Server({ cache: cacheFolder() });
	const service = await startService({
		name: 'The S3 server',
		command,
		args: [
			...['--port', `127.0.0.1:${port}`, '--health', '/health', '--iam-dir', users],
			...['posix', '--versioning-dir', versions],
			...(metadata === 'files' ? ['--sidecar', sidecar] : []),
			data,
		],
		logFile: join(folder, 's3.log'),
		env: { ...process.env, ROOT_ACCESS_KEY_ID: accessKeyId, ROOT_SECRET_ACCESS_KEY: secretAccessKey },
	});
	const endpoint = `http://127.0.0.1:${port}`;
	const isUp = async () => (await fetch(`${endpoint}/health`)).ok || null;
	await service.whileRunning('it responded', waitUntil(`The S3 server at ${endpoint}`, isUp));
	const bucketWith = (key: object) => bucketSchema.parse({ endpoint, bucket: BUCKET, prefix: 'ours/', ...key });
	const bucket = bucketWith({ accessKeyId, secretAccessKey });
	return {
		...{ bucket, folder: stored, bucketFolder: join(data, BUCKET) },
		async bucketAllowing(actions) {
			const key = newKey();
			const user = ['--access', key.accessKeyId, '--secret', key.secretAccessKey, '--role', 'user'];
			await runCommand(command, ['admin', '--endpoint-url', endpoint, 'create-user', ...user], {
				env: { ...process.env, ADMIN_ACCESS_KEY_ID: accessKeyId, ADMIN_SECRET_ACCESS_KEY: secretAccessKey },
			});
			await allow(bucket, key.accessKeyId, actions);
			return bucketWith(key);
		},
		async stop() {
			await service.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

function newKey() {
	return { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
}
