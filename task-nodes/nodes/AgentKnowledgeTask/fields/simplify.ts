import type { IDataObject, INodeProperties } from 'n8n-workflow';

export const simplify = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
} as const satisfies INodeProperties;

const TASK = ['id', 'type', 'agentId', 'status', 'outcome', 'reason', 'progress', 'result', 'error', 'links'];
const PROGRESS = ['message', 'itemsDone', 'itemsTotal', 'itemsFailed', 'upToDateAt', 'problem'];
const ERROR = ['type', 'title', 'detail'];
/**
 * The main figures of all results. A result has some of them. Fields that repeat the task's outcome and reason are only
 * in the whole task: outcome and detail of an email's result, and the phase of a training run.
 */
const RESULT = [
	...['counts', 'rows', 'waitedSeconds'],
	...['run', 'endSeen', 'adopted', 'canChat'],
	...['file', 'bucket', 'agents'],
	...['sessionId', 'deliveryId', 'outcomes', 'decisions'],
	...['leadsSynced', 'leadsRefused', 'completeUntil'],
];
const RUN = ['id', 'pagesCompleted', 'pagesTotal', 'pagesFailed', 'startedAt', 'error'];
const ROW = ['agentId', 'type', 'name', 'status', 'sourceId', 'error'];
const DECISION = ['action', 'by', 'at', 'note'];

/** The fields of a task that flows use, in the same places as in the whole task. */
export function simplifiedTask(task: IDataObject): IDataObject {
	const simple = only(task, TASK);
	if (isRecord(simple['progress'])) simple['progress'] = only(simple['progress'], PROGRESS);
	if (isRecord(simple['error'])) simple['error'] = only(simple['error'], ERROR);
	if (isRecord(simple['result'])) simple['result'] = simplifiedResult(simple['result']);
	return simple;
}

const SCHEDULE = ['id', 'type', 'connection', 'cron', 'timeZone', 'paused', 'next', 'clockWarnings', 'recent', 'links'];

export function simplifiedSchedule(schedule: IDataObject): IDataObject {
	return only(schedule, SCHEDULE);
}

function simplifiedResult(whole: IDataObject): IDataObject {
	const result = only(whole, RESULT);
	if (isRecord(result['run'])) result['run'] = only(result['run'], RUN);
	// The rows of an export are a number, those of other results a list.
	if (Array.isArray(result['rows'])) result['rows'] = onlyOfEach(result['rows'], ROW);
	if (Array.isArray(result['decisions'])) result['decisions'] = onlyOfEach(result['decisions'], DECISION);
	return result;
}

function onlyOfEach(records: unknown[], names: readonly string[]): IDataObject[] {
	return records.filter(isRecord).map((record) => only(record, names));
}

function only(record: IDataObject, names: readonly string[]): IDataObject {
	return Object.fromEntries(names.filter((name) => name in record).map((name) => [name, record[name]]));
}

function isRecord(value: unknown): value is IDataObject {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
