import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectVersionsCommand,
	type ListObjectVersionsCommandInput,
	type ListObjectVersionsCommandOutput,
	type S3Client,
	S3ServiceException,
} from '@aws-sdk/client-s3';
import { Readable } from 'node:stream';

/** A bucket does not do what it is asked, and will not at the next try either. */
export class BucketRefusedError extends Error {
	override name = 'BucketRefusedError';
}

/** A bucket cannot be asked just now. */
export class BucketAwayError extends Error {
	override name = 'BucketAwayError';
}

/** What kept a request to a bucket from succeeding, in a few words and without its address's secrets. */
export function reasonOf(error: unknown): string {
	if (error instanceof S3ServiceException)
		return `${error.name}, status ${error.$metadata.httpStatusCode ?? 'unknown'}`;
	if (typeof error !== 'object' || error === null) return 'unknown';
	const code: unknown = Reflect.get(error, 'code') ?? Reflect.get(error, 'name');
	return typeof code === 'string' ? code : 'unknown';
}

/** The key, the bucket or its name is wrong: a person has to look. */
export function isRefusal(error: unknown): boolean {
	if (!(error instanceof S3ServiceException)) return false;
	const { httpStatusCode = 500 } = error.$metadata;
	return httpStatusCode >= 400 && httpStatusCode < 500 && httpStatusCode !== 408 && httpStatusCode !== 429;
}

/** What there is no object, or no such version of it, is answered with. */
const MISSING = new Set(['NoSuchKey', 'NoSuchVersion']);

/** Where an object is: with the bucket's own name and the whole key. */
export interface ObjectPlace {
	Bucket: string;
	Key: string;
}

/** An object as it is now and, where the bucket keeps versions, as it was. */
export interface BucketObject {
	/**
	 * The content of each version, newest first; to be read once, from its beginning, and before the next is asked for.
	 * @throws BucketRefusedError, BucketAwayError
	 */
	contents(): AsyncGenerator<Readable>;
	/** Removes it, with all its versions. @throws BucketRefusedError, BucketAwayError */
	remove(): Promise<void>;
}

interface Version {
	/** Null where it only says that the object was deleted: those before it are still there. */
	content: Readable | null;
	/** Undefined where the bucket keeps no versions. */
	id: string | undefined;
}

/** @returns null when there is none (any more), nor an older version @throws BucketRefusedError, BucketAwayError */
export async function openObject(client: S3Client, place: ObjectPlace): Promise<BucketObject | null> {
	const newest = await asked(place, 'it be read', () => versionOf(client, place));
	if (newest === null) return null;
	return {
		contents: () => contentsOf(client, place, newest),
		remove: () => asked(place, 'it be erased', () => remove(client, place, newest.id !== undefined)),
	};
}

async function* contentsOf(client: S3Client, place: ObjectPlace, newest: Version): AsyncGenerator<Readable> {
	if (newest.content !== null) yield newest.content;
	if (newest.id === undefined) return;
	const { versions } = await asked(place, 'its versions be listed', () => versionsOf(client, place));
	for (const id of versions) {
		if (id === newest.id) continue;
		const older = await asked(place, 'its versions be read', () => versionOf(client, place, id));
		if (older !== null && older.content !== null) yield older.content;
	}
}

/** @param id left out: the newest @returns null when there is none (any more) */
async function versionOf(client: S3Client, place: ObjectPlace, id?: string): Promise<Version | null> {
	try {
		const { Body, VersionId } = await client.send(new GetObjectCommand({ ...place, VersionId: id }));
		return { content: Body instanceof Readable ? Body : Readable.from([]), id: VersionId };
	} catch (error) {
		if (!(error instanceof S3ServiceException) || !MISSING.has(error.name)) throw error;
		const { headers = {} } = error.$response ?? {};
		return headers['x-amz-delete-marker'] === 'true' ? { content: null, id: headers['x-amz-version-id'] ?? '' } : null;
	}
}

async function remove(client: S3Client, place: ObjectPlace, hasVersions: boolean): Promise<void> {
	if (!hasVersions) {
		await client.send(new DeleteObjectCommand(place));
		return;
	}
	// Without a version's name the bucket would only hide the object, and keep it.
	const { versions, markers } = await versionsOf(client, place);
	for (const VersionId of [...versions, ...markers])
		await client.send(new DeleteObjectCommand({ ...place, VersionId }));
}

/** Ids of an object's versions, newest first, and of the markers that say it was deleted. */
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
		throw told(place, what, error);
	}
}

function told({ Bucket }: ObjectPlace, what: string, error: unknown): Error {
	const reason = reasonOf(error);
	return isRefusal(error)
		? new BucketRefusedError(`The bucket "${Bucket}" does not let ${what} (${reason}).`)
		: new BucketAwayError(`The bucket "${Bucket}" does not answer (${reason}).`);
}
