import { Readable } from 'node:stream';
import {
	DeleteObjectCommand,
	GetObjectCommand,
	ListObjectVersionsCommand,
	type ListObjectVersionsCommandInput,
	type ListObjectVersionsCommandOutput,
	NoSuchKey,
	type S3Client,
} from '@aws-sdk/client-s3';
import { BucketAwayError, BucketRefusedError, isRefusal, reasonOf } from './bucket-refused';

/** Where an object is: with the bucket's own name and the whole key. */
export interface ObjectPlace {
	Bucket: string;
	Key: string;
}

/** An object to be read once, from its beginning. */
export interface BucketObject {
	content: Readable;
	/** Removes it, with all versions that the bucket keeps of it. @throws BucketRefusedError, BucketAwayError */
	remove(): Promise<void>;
}

/** @returns null when there is none (any more) @throws BucketRefusedError, BucketAwayError */
export async function openObject(client: S3Client, place: ObjectPlace): Promise<BucketObject | null> {
	try {
		const { Body, VersionId } = await client.send(new GetObjectCommand(place));
		return {
			content: Body instanceof Readable ? Body : Readable.from([]),
			remove: () => asked(place, 'erased', () => remove(client, place, VersionId !== undefined)),
		};
	} catch (error) {
		if (error instanceof NoSuchKey) return null;
		throw told(place, 'read', error);
	}
}

async function remove(client: S3Client, place: ObjectPlace, hasVersions: boolean): Promise<void> {
	if (!hasVersions) {
		await client.send(new DeleteObjectCommand(place));
		return;
	}
	// Without a version's name the bucket would only hide the object, and keep it.
	const versions = await versionsOf(client, place);
	for (const VersionId of versions) await client.send(new DeleteObjectCommand({ ...place, VersionId }));
}

async function versionsOf(client: S3Client, { Bucket, Key }: ObjectPlace): Promise<string[]> {
	const found: string[] = [];
	let from: Pick<ListObjectVersionsCommandInput, 'KeyMarker' | 'VersionIdMarker'> | null = {};
	while (from !== null) {
		const page: ListObjectVersionsCommandOutput = await client.send(
			new ListObjectVersionsCommand({ Bucket, Prefix: Key, ...from }),
		);
		for (const each of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])])
			if (each.Key === Key && each.VersionId !== undefined) found.push(each.VersionId);
		const { IsTruncated, NextKeyMarker, NextVersionIdMarker } = page;
		from = IsTruncated === true ? { KeyMarker: NextKeyMarker, VersionIdMarker: NextVersionIdMarker } : null;
	}
	return found;
}

async function asked(place: ObjectPlace, what: string, ask: () => Promise<void>): Promise<void> {
	try {
		await ask();
	} catch (error) {
		throw told(place, what, error);
	}
}

function told({ Bucket }: ObjectPlace, what: string, error: unknown): Error {
	const reason = reasonOf(error);
	return isRefusal(error)
		? new BucketRefusedError(`The bucket "${Bucket}" does not let it be ${what} (${reason}).`)
		: new BucketAwayError(`The bucket "${Bucket}" does not answer (${reason}).`);
}
