import type { Client } from '@temporalio/client';
import { BucketAwayError, type BucketObject, BucketRefusedError } from '../storage/buckets';
import { type BucketPlace, definitions, type TaskDefinition } from '../tasks/definitions';
import { executionInfoWithoutMemo, listExecutions, OUR_WORKFLOWS } from '../temporal/executions';
import { deleteRun, isGone, mailConversationsIn, namesPerson, type RunId } from './runs';
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

/** What to do if a running workflow other than a task names the person, by the workflow's type. */
const OPEN: Readonly<Record<string, string>> = {
	deliverEvent: 'The worker is still delivering an event, for at most three days. Erase again after that.',
	tellIncident:
		'The worker collects failures of one cause for a message. It ends an hour or more after the last one. Erase again after that.',
	resendEvents: 'The worker is resending an event, which takes a moment. Erase again after that.',
	mailReports: 'The worker is still mailing a report, for at most three days. Erase again after that.',
	mailReviewers: 'The worker is still sending a mail to a reviewer, for at most one day. Erase again after that.',
};
const OPEN_ELSE = 'The workflow still runs. Erase again when it has ended.';
const OPEN_EXPORT =
	'The export began before the erasure, and its file may contain the page that it was just reading. Erase again when the export has ended.';
const OBJECT_LEFT =
	'Only this history names the object of the export in its bucket, and the worker could not read or erase that object. Do what the report says about the object, then erase again.';
const STOPPED_SYNC =
	'The sync was stopped, and only its history holds its progress. Start the sync again, erase again, then stop it.';

/**
 * Reads and decrypts every history of this program in Temporal. Deletes those that name the person and have ended. A
 * workflow that began a moment ago may not be in Temporal's list yet.
 */
export async function searchHistories(search: Search): Promise<void> {
	const runs = await runsOf(search.client);
	for (const [itemsDone, run] of runs.entries()) {
		search.report({ message: 'Reading the histories of tasks.', itemsDone, itemsTotal: runs.length });
		await look(search, run);
	}
}

async function runsOf(client: Client): Promise<Run[]> {
	const runs: Run[] = [];
	for await (const raw of listExecutions(client, OUR_WORKFLOWS)) {
		const { workflowId, runId, type, status, startTime } = await executionInfoWithoutMemo(client, raw);
		runs.push({
			workflowId,
			runId,
			type,
			startedAt: startTime.getTime(),
			isRunning: status.name === 'RUNNING',
			isCompleted: status.name === 'COMPLETED',
		});
	}
	return runs;
}

async function look(search: Search, run: Run): Promise<void> {
	const { client, mode, places } = search;
	const { workflowId, runId, type, isRunning, isCompleted } = run;
	const { whileOpen = (Object.hasOwn(OPEN, type) ? OPEN[type] : undefined) ?? OPEN_ELSE, objectsOf }: PersonalData =
		TASKS.get(type)?.personalData ?? {};
	const place = { kind: 'history', where: workflowId, count: 1, note: '' } as const;
	try {
		// Before the history is deleted: only the history names the object.
		const isDoneWith = objectsOf === undefined || !isCompleted || (await searchObjects(search, run, objectsOf));
		if (!(await namesPerson(search, run))) {
			if (mayStillWrite(search, run)) places.push({ ...place, count: null, state: 'open', note: OPEN_EXPORT });
			return;
		}
		await noteConversations(search, run);
		if (isRunning && type === SYNC_WORKFLOW) noteSync(search, workflowId);
		else if (isRunning) places.push({ ...place, state: 'open', note: whileOpen });
		else if (await isEndOfSync(client, run)) places.push({ ...place, state: 'open', note: STOPPED_SYNC });
		else if (!isDoneWith && mode === 'erase') places.push({ ...place, state: 'open', note: OBJECT_LEFT });
		else await eraseOrNote(search, place, () => deleteRun(client, { workflowId, runId }));
	} catch (error) {
		if (!isGone(error))
			places.push({ ...place, state: 'failed', note: `The worker could not read it: ${wordsOf(error)}` });
	}
}

const CONVERSATION_LEFT =
	"The service's API cannot delete conversations. Delete this one in the service itself. Its inbox may have more: search it for the address.";

/** Before the history is deleted: only the history names the conversation. */
async function noteConversations(search: Search, run: Run): Promise<void> {
	for (const where of await mailConversationsIn(search, run)) {
		const place = { kind: 'mail-conversation', where, count: 1, state: 'elsewhere', note: CONVERSATION_LEFT } as const;
		if (!search.places.some((other) => other.kind === place.kind && other.where === where)) search.places.push(place);
	}
}

/**
 * An export skips persons who were erased before it reads. Its file may still contain the page that it was reading
 * during the erasure.
 */
function mayStillWrite({ mode, since }: Search, { type, isRunning, startedAt }: Run): boolean {
	return mode === 'erase' && TASKS.get(type)?.personalData.objectsOf !== undefined && isRunning && startedAt <= since;
}

/** `searchSyncs` has handled running syncs before. A sync that still names the person has read it since. */
function noteSync({ places }: Search, workflowId: string): void {
	const isNoted = places.some(
		({ kind, where, state }) => kind === 'sync' && where === workflowId && state !== 'erased',
	);
	if (!isNoted) places.push({ kind: 'sync', where: workflowId, count: 1, state: 'open', note: SYNC_NAMES_STILL });
}

/** Whether it is the last history of a sync: the next start of the sync continues with its progress. */
async function isEndOfSync(client: Client, { workflowId, runId, type }: Run): Promise<boolean> {
	if (TASKS.get(type)?.carriesOver === undefined) return false;
	return (await client.workflow.getHandle(workflowId).describe()).runId === runId;
}

/** Without s3:ListBucket a bucket does not report that an object is gone. */
const RIGHTS =
	's3:GetObject, s3:DeleteObject and s3:ListBucket; for a bucket with versions also s3:ListBucketVersions, s3:GetObjectVersion and s3:DeleteObjectVersion';

type ObjectsOf = NonNullable<TaskDefinition['personalData']['objectsOf']>;

/**
 * Searches the objects that an export put into a bucket. In the mode `erase`, erases those that contain the person.
 * @returns whether all are settled; if not, the history must stay, because only it names the objects
 */
export async function searchObjects(search: Search, run: Required<RunId>, objectsOf: ObjectsOf): Promise<boolean> {
	const put = objectsOf(await search.client.workflow.getHandle(run.workflowId, run.runId).result()) ?? [];
	let areSettled = true;
	for (const [itemsDone, place] of put.entries()) {
		if (put.length > 1)
			search.report({ message: 'Reading the files of an export.', itemsDone, itemsTotal: put.length });
		if (!(await searchObject(search, run, place))) areSettled = false;
	}
	return areSettled;
}

/** @returns whether the object is settled */
async function searchObject(search: Search, run: Required<RunId>, put: BucketPlace): Promise<boolean> {
	const { buckets, places, mode } = search;
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
	if (error instanceof BucketAwayError) return `${error.message} Erase again when the bucket is available.`;
	return `The worker could not read it (${wordsOf(error)}). Erase again. If that does not help, check the object and delete it there.`;
}

function refusedNote({ workflowId }: RunId, { message }: BucketRefusedError): string {
	return `${message} The export ${workflowId} put an object there. Check whether it contains the person, and delete it there. The worker can erase it if its configuration has the bucket, with a key that may read and delete objects (${RIGHTS}).`;
}
