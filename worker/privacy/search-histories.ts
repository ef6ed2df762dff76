import type { Client } from '@temporalio/client';
import { BucketAwayError, type BucketObject, BucketRefusedError } from '../storage/buckets';
import { definitions, type TaskDefinition } from '../tasks/definitions';
import { executionInfoWithoutMemo, listExecutions, OUR_WORKFLOWS } from '../temporal/executions';
import { deleteRun, isGone, namesPerson, type RunId } from './runs';
import { eraseOrNote, type Search, wordsOf } from './search';
import { isInFile, WHOLE_FILE } from './search-blobs';
import { SYNC_NAMES_STILL, SYNC_WORKFLOW } from './search-syncs';

interface Run extends Required<RunId> {
	type: string;
	isRunning: boolean;
	/** It has a result. */
	isCompleted: boolean;
	/** Milliseconds since 1970. */
	startedAt: number;
}

type PersonalData = Partial<TaskDefinition['personalData']>;

const TASKS = new Map<string, TaskDefinition>(Object.values(definitions).map((task) => [task.workflow, task]));

/** What to do about a workflow that is no task, names the person and still runs, by its type. */
const OPEN: Readonly<Record<string, string>> = {
	deliverEvent: 'An event is still being delivered, for three days at most: erase again after that.',
	resendEvents: 'An event is being sent again, which takes a moment: erase again after that.',
	mailReviewers: 'A mail to a reviewer is still being sent, for a day at most: erase again after that.',
};
const OPEN_ELSE = 'It still runs: erase again when it has ended.';
const OPEN_EXPORT =
	'It began before the erasing, and what it was just reading may be in its file: erase again when it has ended.';
const OBJECT_LEFT =
	'Only it tells where the export is in its bucket, and that could not be read or erased: do what the report says of it, and erase again.';
const STOPPED_SYNC =
	'A sync that was stopped, and only its history knows how far it came: start it again, erase again, then stop it.';

/**
 * Reads every history of ours that Temporal has, decrypts it, and deletes those that name the person and have ended. What began a
 * moment ago may not be in Temporal's list yet.
 */
export async function searchHistories(search: Search): Promise<void> {
	const runs = await runsOf(search.client);
	for (const [itemsDone, run] of runs.entries()) {
		search.tell({ message: 'Reading the histories of tasks.', itemsDone, itemsTotal: runs.length });
		await look(search, run);
	}
}

async function runsOf(client: Client): Promise<Run[]> {
	const runs: Run[] = [];
	for await (const raw of listExecutions(client, OUR_WORKFLOWS)) {
		const { workflowId, runId, type, status, startTime } = await executionInfoWithoutMemo(client, raw);
		runs.push({
			...{ workflowId, runId, type, startedAt: startTime.getTime() },
			...{ isRunning: status.name === 'RUNNING', isCompleted: status.name === 'COMPLETED' },
		});
	}
	return runs;
}

async function look(search: Search, run: Run): Promise<void> {
	const { client, mode, places } = search;
	const { workflowId, runId, type, isRunning, isCompleted } = run;
	const { whileOpen = OPEN[type] ?? OPEN_ELSE, objectOf }: PersonalData = TASKS.get(type)?.personalData ?? {};
	const place = { kind: 'history', where: workflowId, count: 1, note: '' } as const;
	try {
		// Before the history: nothing else tells where the object is.
		const isDoneWith = objectOf === undefined || !isCompleted || (await searchObject(search, run, objectOf));
		if (!(await namesPerson(search, run))) {
			if (mayStillWrite(search, run)) places.push({ ...place, count: null, state: 'open', note: OPEN_EXPORT });
			return;
		}
		if (isRunning && type === SYNC_WORKFLOW) noteSync(search, workflowId);
		else if (isRunning) places.push({ ...place, state: 'open', note: whileOpen });
		else if (await isEndOfSync(client, run)) places.push({ ...place, state: 'open', note: STOPPED_SYNC });
		else if (!isDoneWith && mode === 'erase') places.push({ ...place, state: 'open', note: OBJECT_LEFT });
		else await eraseOrNote(search, place, () => deleteRun(client, { workflowId, runId }));
	} catch (error) {
		if (!isGone(error)) places.push({ ...place, state: 'failed', note: `It could not be read: ${wordsOf(error)}` });
	}
}

/** An export leaves out who was erased before it reads; what it had just read then comes into its file all the same. */
function mayStillWrite({ mode, since }: Search, { type, isRunning, startedAt }: Run): boolean {
	return mode === 'erase' && TASKS.get(type)?.personalData.objectOf !== undefined && isRunning && startedAt <= since;
}

/** Syncs that run were seen to before; one that names the person all the same has learned it since. */
function noteSync({ places }: Search, workflowId: string): void {
	const isNoted = places.some(
		({ kind, where, state }) => kind === 'sync' && where === workflowId && state !== 'erased',
	);
	if (!isNoted) places.push({ kind: 'sync', where: workflowId, count: 1, state: 'open', note: SYNC_NAMES_STILL });
}

/** The next start of a sync goes on with what its last history holds. */
async function isEndOfSync(client: Client, { workflowId, runId, type }: Run): Promise<boolean> {
	if (TASKS.get(type)?.carriesOver === undefined) return false;
	return (await client.workflow.getHandle(workflowId).describe()).runId === runId;
}

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
