import type { IDataObject } from 'n8n-workflow';
import { taskTypes } from '../task-types';
import { cell, recordOf, recordsOf, type TaskParts } from '../task-types/columns';
import { only } from '../fields/simplify';

const IDENTITY = ['id', 'agentId', 'status'];
const END = ['outcome', 'reason'];
const PROGRESS = ['message', 'itemsDone', 'itemsTotal', 'itemsFailed', 'upToDateAt', 'problem'];
const ERROR = ['type', 'title', 'detail'];
/**
 * The main figures of all results. A result has some of them. Fields that repeat the task's outcome and reason are only
 * in the whole task: outcome and detail of an email's result, and the phase of a training run.
 */
const RESULT = [
	...['counts', 'rows', 'waitedSeconds'],
	...['run', 'endSeen', 'adopted', 'canChat', 'sourceChanges'],
	...['file', 'bucket', 'agents'],
	...['sessionId', 'deliveryId', 'outcomes', 'decisions'],
	...['leadsSynced', 'leadsRefused', 'completeUntil'],
	...[
		'steps',
		'refusedRows',
		'unusable',
		'refusedCsv',
		'differences',
		'export',
		'manifestVersion',
		'rowsNotShown',
		'broken',
		'notes',
		'stoppedBy',
	],
];
const RUN = ['id', 'pagesCompleted', 'pagesTotal', 'pagesFailed', 'startedAt', 'error'];
const ROW = [
	'agentId',
	'type',
	'name',
	'status',
	'sourceId',
	'sourceChanges',
	'error',
	'key',
	'step',
	'outcome',
	'id',
	'reason',
];
const DECISION = ['action', 'by', 'at', 'note'];

/**
 * A task as a row of n8n's table: what people use stands in columns at the top, and the rest below `details`, in the
 * same places as in the whole task. What has a column is not repeated below `details` by the same name. Lists and
 * records within the result, such as `run` and `decisions`, are complete.
 */
export function simplifiedTask(task: IDataObject): IDataObject {
	const columns = columnsOf(task);
	const details = only(task, ['progress', 'result', 'error']);
	if ('progress' in details) details['progress'] = part(details['progress'], PROGRESS, columns);
	if ('result' in details) details['result'] = withPartsOf(part(details['result'], RESULT, columns));
	if ('error' in details) details['error'] = part(details['error'], ERROR, {});
	// n8n shows about five columns beside the node's form. Of a task that ended, they say how.
	const hasEnded = 'result' in task && typeof task['succeeded'] === 'boolean';
	const [first, later] = hasEnded ? [END, IDENTITY] : [[...IDENTITY, ...END], []];
	return {
		...only(task, first),
		...columns,
		...only(task, later),
		...only(task, ['warnings']),
		...only(recordOf(task['links']) as IDataObject, ['page', 'review']),
		// The id begins with it.
		...only(task, ['type']),
		...(Object.keys(details).length > 0 && { details }),
	};
}

/** A list of tasks has no results, so only what the progress tells is known there. */
function columnsOf(task: IDataObject): IDataObject {
	const parts: TaskParts = {
		result: recordOf(task['result']),
		progress: recordOf(task['progress']),
		links: recordOf(task['links']),
	};
	const message = 'progress' in task ? { message: cell(parts.progress['message']) } : {};
	const type = taskTypes.find(({ value }) => value === task['type']);
	const ofType = Object.entries(type?.columns ?? {}).map(([name, read]) => [name, read(parts)] as const);
	const known = 'result' in task ? ofType : ofType.filter(([, value]) => value !== null);
	return { ...Object.fromEntries(known), ...message };
}

/** The named fields of a part of the task, without those that have a column. Null stays null. */
function part(whole: unknown, names: readonly string[], columns: IDataObject): IDataObject | null {
	if (whole === null || whole === undefined) return null;
	const record = only(recordOf(whole) as IDataObject, names);
	return Object.fromEntries(Object.entries(record).filter(([name]) => !(name in columns)));
}

function withPartsOf(result: IDataObject | null): IDataObject | null {
	if (result === null) return null;
	const parts: IDataObject = {};
	if ('run' in result) parts['run'] = part(result['run'], RUN, {});
	// The rows of an export are a number, those of other results a list.
	const lists = { rows: ROW, decisions: DECISION };
	for (const [name, fields] of Object.entries(lists)) {
		const records = recordsOf(result[name]);
		if (records !== null) parts[name] = records.map((record) => only(record as IDataObject, fields));
	}
	return { ...result, ...parts };
}
