import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cacheFolder } from '../../../../scripts/cache/cache-folder.mjs';
import { freePort } from '../../../../scripts/processes/free-port.mjs';
import { startService } from '../../../../scripts/processes/service.mjs';
import { eventually, isThere } from '../../../support/time/eventually';
import { findS3Server } from '../../../../scripts/tools/s3/find-server.mjs';
import { allow, create } from '../../../../worker/storage/blobs/testing/bucket-settings';
import { type BucketConfig, bucketSchema } from '../../../../worker/storage/settings';

const BUCKET = 'leads';
/** Keys that may do nothing until a test allows something. */
const SPARE_KEYS = 20;
/** The parts of the server. Each has a port for requests and one for the others. */
const PARTS = ['master', 'volume', 'filer', 's3', 'admin'];

export interface S3Server {
	/** One bucket, and the key that may do everything with it. */
	bucket: BucketConfig;
	/** The same bucket with a key that may do so much. Earlier such keys may do nothing more. @param actions for example `s3:GetObject` */
	bucketAllowing(actions: readonly string[]): Promise<BucketConfig>;
	stop(): Promise<void>;
}

interface Key {
	accessKeyId: string;
	secretAccessKey: string;
}

/** A real S3 server of its own, with one bucket. */
export async function startS3(): Promise<S3Server> {
	const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-s3-'));
	const data = join(folder, 'data');
	await mkdir(data);
	const owner = newKey();
	const spare = new Map(Array.from({ length: SPARE_KEYS }, (_, index) => [`spare-${index}`, newKey()] as const));
	const users = join(folder, 'users.json');
	await writeFile(users, JSON.stringify({ identities: identities(owner, spare) }));
	const ports = await partPorts();
	const service = await startService({
		name: 'The S3 server',
		command: await findS3Server({ cache: cacheFolder() }),
		args: [
			...['-logtostderr=true', 'mini', '-ip', '127.0.0.1', '-ip.bind', '127.0.0.1', '-dir', data],
			...[
				'-s3.config',
				users,
				'-master.telemetry=false',
				'-s3.autoCreateBucket=false',
				'-webdav=false',
				'-admin.ui=false',
			],
			...['-s3.port.iceberg', '0', '-s3.port.lance', '0'],
			...['-filer.localSocket', join(folder, 'filer.sock'), '-s3.localSocket', join(folder, 's3.sock')],
			...Object.entries(ports).flatMap(([option, port]) => [`-${option}`, `${port}`]),
		],
		// It writes a file with its options where it starts.
		cwd: folder,
		logFile: join(folder, 's3.log'),
	});
	const endpoint = `http://127.0.0.1:${ports['s3.port']}`;
	const isUp = async () => (await fetch(`${endpoint}/healthz`)).ok || null;
	await service.whileRunning('it responded', eventually(isUp, isThere, `The S3 server at ${endpoint}`));
	const bucketWith = (key: Key) => bucketSchema.parse({ endpoint, bucket: BUCKET, prefix: 'ours/', ...key });
	const bucket = bucketWith(owner);
	await create(bucket);
	return {
		bucket,
		async bucketAllowing(actions) {
			const [next] = spare;
			if (next === undefined) throw new Error(`A test needs more than ${SPARE_KEYS} keys.`);
			const [user, key] = next;
			spare.delete(user);
			await allow(bucket, user, actions);
			return bucketWith(key);
		},
		async stop() {
			await service.stop();
			await rm(folder, { recursive: true, force: true });
		},
	};
}

/** As the server's own file has them. */
function identities(owner: Key, spare: ReadonlyMap<string, Key>) {
	const identity = (name: string, { accessKeyId, secretAccessKey }: Key, actions: string[]) => {
		return { name, credentials: [{ accessKey: accessKeyId, secretKey: secretAccessKey }], actions };
	};
	return [identity('owner', owner, ['Admin']), ...[...spare].map(([name, key]) => identity(name, key, []))];
}

/** Free ones for each part, by the server's options. */
async function partPorts(): Promise<Record<string, number>> {
	const options = PARTS.flatMap((part) => [`${part}.port`, `${part}.port.grpc`]);
	const ports = new Set<number>();
	while (ports.size < options.length) ports.add(await freePort());
	return Object.fromEntries([...ports].map((port, at) => [options[at] ?? '', port]));
}

function newKey(): Key {
	return { accessKeyId: randomBytes(10).toString('hex'), secretAccessKey: randomBytes(20).toString('hex') };
}
