import { statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { openBlobs } from '../../storage/blobs';
import { BucketAwayError, Buckets } from '../../storage/buckets';
import type { Config } from '../../config';
import { type Destination, Destinations, StoredDestinations } from '../../destinations';
import { Keyring } from '../../temporal';
import { type Check, fail, ok, warn, errorText } from './check';
import { checkBlobs } from './check-blobs';

const GIB = 1024 ** 3;
/** An export of a million leads takes some 300 MB. */
const WARN_BELOW_BYTES = GIB;
const FAIL_BELOW_BYTES = GIB / 8;

type StorageConfig = Pick<Config, 'blobs' | 'buckets' | 'encryption'>;

/** The blob store, the disk below it, and the buckets. */
export async function checkStorage({ blobs, buckets, encryption }: StorageConfig): Promise<Check[]> {
	const disk = blobs.s3 === undefined ? [await checkDisk(resolve(blobs.directory))] : [];
	const all = new Buckets(buckets);
	return [
		...(await checkBlobs({ blobs, encryption })),
		...disk,
		...(await Promise.all(all.names.map((name) => checkBucket(all, name)))),
	];
}

async function checkBucket(all: Buckets, name: string): Promise<Check> {
	const bucket = `bucket ${name}`;
	try {
		await all.check(name);
		return ok(bucket, 'Files can be written.');
	} catch (error) {
		if (error instanceof BucketAwayError) return warn(bucket, errorText(error), 'Run the check again in a minute.');
		return fail(bucket, errorText(error), `Check buckets.${name}, and the rights of its key.`);
	}
}

async function checkDisk(folder: string): Promise<Check> {
	const { bavail, bsize } = await spaceOf(folder);
	const free = bavail * bsize;
	const finding = `${(free / GIB).toFixed(1)} GiB are free for ${folder}.`;
	const todo = 'Free some space, or move blobs.directory to a larger disk.';
	if (free < FAIL_BELOW_BYTES) return fail('disk', finding, todo);
	return free < WARN_BELOW_BYTES ? warn('disk', finding, todo) : ok('disk', finding);
}

/** Of the folder, or of its nearest parent that exists. */
async function spaceOf(folder: string): Promise<{ bavail: number; bsize: number }> {
	try {
		return await statfs(folder);
	} catch (error) {
		if (dirname(folder) === folder) throw error;
		return spaceOf(dirname(folder));
	}
}

/** Tests each destination of leads, and creates what is missing there if it may. */
export async function checkDestinations(
	config: Config['destinations'],
	stored: StoredDestinations | null = null,
): Promise<Check[]> {
	const destinations = new Destinations(config, undefined, stored);
	try {
		return await Promise.all((await destinations.list()).map(checkDestination));
	} catch (error) {
		const unread = fail('destinations', errorText(error), 'Check blobs.directory or blobs.s3.');
		return [unread, ...(await Promise.all(destinations.ofFile().map(checkDestination)))];
	} finally {
		await destinations.close();
	}
}

/** The destinations that people created at the gateway. */
export function storedDestinations({ blobs, encryption, events }: StoredConfig): StoredDestinations {
	const keyring = new Keyring(encryption);
	const { store } = openBlobs(blobs, keyring);
	return new StoredDestinations({ store, keyring, webhookHosts: events.webhookHosts });
}

type StoredConfig = Pick<Config, 'blobs' | 'encryption' | 'events'>;

async function checkDestination(destination: Destination): Promise<Check> {
	const name = `destination ${destination.name}`;
	const todo = `Correct destinations.${destination.name} in the configuration or on the console's page of destinations, or the settings there.`;
	try {
		const { proven, detail } = await destination.probe();
		if (proven) return ok(name, `Leads can be written to ${destination.target}. ${detail}`);
		return warn(name, `The test does not prove that leads can be written to ${destination.target}. ${detail}`, todo);
	} catch (error) {
		return fail(name, errorText(error), todo);
	}
}
