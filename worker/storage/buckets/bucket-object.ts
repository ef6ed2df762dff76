import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectVersionsCommand,
	type ListObjectVersionsCommandInput,
	type ListObjectVersionsCommandOutput,
	type S3Client,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';
import { isMissing, isTemporary, reasonOf } from '../blobs';

/** A bucket refused a request, and a retry would not help. */
export class BucketRefusedError extends Error {
	override name = 'BucketRefusedError';
}

/** A bucket is unavailable now. */
export class BucketAwayError extends Error {
	override name = 'BucketAwayError';
}

/** The place of an object: the bucket's own name and the whole key. */
export interface ObjectPlace {
	Bucket: string;
	Key: string;
}

/** An object and, if the bucket keeps versions, its earlier versions. */
export interface BucketObject {
	/**
	 * The content of each version, newest first. Read each one once, from its beginning, before requesting the next.
	 * @throws BucketRefusedError, BucketAwayError
	 */
	contents(): AsyncGenerator<Readable>;
	/** Deletes the object with all its versions. @throws BucketRefusedError, BucketAwayError */
	remove(): Promise<void>;
}

interface Version {
	/** Null if the version only marks the object as deleted: earlier versions still exist. */
	content: Readable | null;
	/** Undefined if the bucket keeps no versions. */
	id: string | undefined;
}

/** @returns null if neither the object nor an older version exists @throws BucketRefusedError, BucketAwayError */
export async function openObject(client: S3Client, place: ObjectPlace): Promise<BucketObject | null> {
	const newest = await asked(place, 'reading the object', async () => {
		return (await versionOf(client, place)) ?? (await hiddenOf(client, place));
	});
	if (newest === null) return null;
	return {
		contents: () => contentsOf(client, place, newest),
		remove: () => asked(place, 'deleting the object', () => remove(client, place, newest.id !== undefined)),
	};
}

async function* contentsOf(client: S3Client, place: ObjectPlace, newest: Version): AsyncGenerator<Readable> {
	if (newest.content !== null) yield newest.content;
	if (newest.id === undefined) return;
	const { versions } = await asked(place, 'listing its versions', () => versionsOf(client, place));
	for (const id of versions) {
		if (id === newest.id) continue;
		const older = await asked(place, 'reading its versions', () => versionOf(client, place, id));
		if (older !== null && older.content !== null) yield older.content;
	}
}

/** @param id default: the newest version @returns null if it does not (or no longer) exist */
async function versionOf(client: S3Client, place: ObjectPlace, id?: string): Promise<Version | null> {
	try {
		const { Body, VersionId } = await client.send(new GetObjectCommand({ ...place, VersionId: id }));
		return { content: Body instanceof Readable ? Body : Readable.from([]), id: VersionId };
	} catch (error) {
		if (!isMissing(error)) throw error;
		const { headers = {} } = error.$response ?? {};
		return headers['x-amz-delete-marker'] === 'true' ? { content: null, id: headers['x-amz-version-id'] ?? '' } : null;
	}
}

/**
 * Some servers do not say of a missing object that a delete marker hides it, so its versions are listed. A key that may
 * not list them sees no more than that the object is missing.
 */
async function hiddenOf(client: S3Client, place: ObjectPlace): Promise<Version | null> {
	try {
		const { versions } = await versionsOf(client, place);
		return versions.length > 0 ? { content: null, id: '' } : null;
	} catch (error) {
		if (isTemporary(error)) throw error;
		return null;
	}
}

async function remove(client: S3Client, place: ObjectPlace, hasVersions: boolean): Promise<void> {
	if (!hasVersions) {
		await removeVersion(client, place);
		return;
	}
	// Without a version's id the bucket would only hide the object and keep it.
	const { versions, markers } = await versionsOf(client, place);
	for (const VersionId of [...versions, ...markers]) await removeVersion(client, { ...place, VersionId });
}

/** Amazon answers the same whether it is there or not. Other servers say that it is missing, also if a response was lost. */
async function removeVersion(client: S3Client, version: ObjectPlace & { VersionId?: string }): Promise<void> {
	try {
		await client.send(new DeleteObjectCommand(version));
	} catch (error) {
		if (!isMissing(error)) throw error;
	}
}

/** Ids of an object's versions and delete markers, newest first. */
async function versionsOf(client: S3Client, { Bucket, Key }: ObjectPlace) {
	const [versions, markers] = [new Array<string>(), new Array<string>()];
	const idsIn = (listed: Array<{ Key?: string; VersionId?: string }> = []) =>
		listed.flatMap((each) => (each.Key === Key && each.VersionId !== undefined ? [each.VersionId] : []));
	let from: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> | null = {};
	while (from !== null) {
		const page: ListObjectVersionsCommandOutput = await client.send(
			new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...from }),
		);
		versions.push(...idsIn(page.Versions));
		markers.push(...idsIn(page.DeleteMarkers));
		const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page;
		from = IsTruncated === true ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : null;
	}
	return { versions, markers };
}

async function asked<Answer>(place: ObjectPlace, what: string, ask: () => Promise<Answer>): Promise<Answer> {
	try {
		return await ask();
	} catch (error) {
		throw bucketError(place, what, error);
	}
}

function bucketError({ Bucket }: ObjectPlace, what: string, error: unknown): Error {
	const reason = reasonOf(error);
	return isTemporary(error)
		? new BucketAwayError(`The bucket "${Bucket}" is unavailable (${reason}).`)
		: new BucketRefusedError(`The bucket "${Bucket}" does not allow ${what} (${reason}).`);
}
