import { BucketAwayError, type BucketObject, BucketRefusedError } from '../storage/buckets';
import type { TaskDefinition } from '../tasks/definitions';
import { isInFile } from './is-in-file';
import type { RunId } from './runs';
import { type Search, wordsOf } from './search';
import { WHOLE_FILE } from './search-blobs';

/** Without s3:ListBucket a bucket refuses to say that an object is gone. */
const RIGHTS =
	's3:GetObject, s3:DeleteObject and s3:ListBucket; where it keeps versions also s3:ListBucketVersions, s3:GetObjectVersion and s3:DeleteObjectVersion';

type ObjectOf = NonNullable<TaskDefinition['personalData']['objectOf']>;

/**
 * Looks into what an export put into a bucket, and erases the object where that is asked and the person is in it.
 * @returns whether that is done with; if not, only the history of the export tells where the object is
 */
export async function searchObject(search: Search, run: Required<RunId>, objectOf: ObjectOf): Promise<boolean> {
	const { client, buckets, places, mode } = search;
	const put = objectOf(await client.workflow.getHandle(run.workflowId, run.runId).result());
	if (put === null) return true;
	const place = { kind: 'bucket', where: `${put.name}/${put.key}` } as const;
	try {
		const object = await buckets.open(put.name, put.key);
		if (object === null || !(await isInObject(search, put.key, object))) return true;
		if (mode === 'erase') await object.remove();
		places.push({ ...place, count: 1, state: mode === 'erase' ? 'erased' : 'found', note: WHOLE_FILE });
		return true;
	} catch (error) {
		const state = error instanceof BucketRefusedError ? 'elsewhere' : 'failed';
		places.push({ ...place, count: null, state, note: noteOn(run, error) });
		return false;
	}
}

async function isInObject(search: Search, name: string, object: BucketObject): Promise<boolean> {
	for await (const content of object.contents()) if (await isInFile(search, name, content)) return true;
	return false;
}

function noteOn(run: RunId, error: unknown): string {
	if (error instanceof BucketRefusedError) return refusedNote(run, error);
	if (error instanceof BucketAwayError) return `${error.message} Erase again when it does.`;
	return `It could not be read (${wordsOf(error)}): erase again, and if that does not help, look at it and delete it there.`;
}

function refusedNote({ workflowId }: RunId, { message }: BucketRefusedError): string {
	return `${message} The export ${workflowId} was put there: look whether the person is in it, and delete it there. To erase by itself, the worker needs the bucket in its configuration, with a key that may read and delete objects (${RIGHTS}).`;
}
