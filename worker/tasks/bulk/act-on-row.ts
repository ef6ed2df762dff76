import type { BulkActionName, BulkRowStatus } from '../../../workflows/bulk-action/contract';
import type { RowError } from '../../../workflows/task/contract';
import { shortened } from '../../../workflows/task/failure';
import { Problem } from '../../problems/problem';
import { SYNC_TYPES } from '../definitions';
import type { ScheduleService } from '../schedules';
import type { TaskActions } from '../task-actions';
import { alreadyRetried, type TaskRetries } from '../task-retries';
import type { TaskService } from '../task-service';
import { effectKey } from '../task-ids';
import { waitsForPerson } from '../task-view';
import type { Within } from '../within';
import { goneSchedule, goneTask, refusalOfSchedule, refusalOfTask, retriedWithParent, SPARED } from './refusals';
import type { BulkRow } from '../bulk-previews/row';
import { refusalOf } from './row';

export interface ActWith {
	tasks: Pick<TaskService, 'get' | 'start' | 'cancel'>;
	retries: TaskRetries;
	actions: Pick<TaskActions, 'act'>;
	schedules: Pick<ScheduleService, 'get' | 'pause' | 'resume'>;
	/** Sends the events of a task's end again. @param within only to subscriptions to these connections. Default: to all */
	resend(id: string, idempotencyKey: string, within?: Within): Promise<unknown>;
}

export interface ActOnRow {
	action: BulkActionName;
	target: 'tasks' | 'syncs' | 'schedules';
	row: BulkRow;
	/** The task that acts. Its id and the row's make the key of the effect. */
	bulkTaskId: string;
	/** The connections that its caller may see. Null: all */
	allowed: readonly string[] | null;
}

/** What became of a row. */
export interface RowEnd {
	status: Exclude<BulkRowStatus, 'not_started'>;
	/** The task that runs now; null if none does. */
	runs: string | null;
	/** The new task, if one was started. */
	startedTaskId: string | null;
	reason: RowError | null;
}

const DONE: RowEnd = { status: 'done', runs: null, startedTaskId: null, reason: null };

/**
 * Does it with one row. A repeat has the same key, so it has one effect, whatever happened after the first.
 * @throws what passes by itself, such as a Problem 503
 */
export async function actOnRow(
	services: ActWith,
	{ action, target, row, bulkTaskId, allowed }: ActOnRow,
): Promise<RowEnd> {
	const key = effectKey('bulk', bulkTaskId, row.id);
	try {
		return target === 'schedules'
			? await onSchedule(services, action, row, bulkTaskId)
			: await onTask(services, action, row, { key, within: allowed ?? undefined });
	} catch (error) {
		if (!(error instanceof Problem) || error.status >= 500) throw error;
		return ended(error.status === 404 && error.type.endsWith('not_found') ? 'gone' : 'refused', refusalOf(error));
	}
}

/** A row that the action was not done with. */
export function ended(status: 'refused' | 'gone', reason: RowError): RowEnd {
	return { ...DONE, status, reason: shortened(reason) };
}

async function onTask(
	services: ActWith,
	action: BulkActionName,
	row: BulkRow,
	{ key, within }: { key: string; within: Within },
): Promise<RowEnd> {
	const { tasks, actions } = services;
	const { id } = row;
	if (row.spared !== undefined) return ended('refused', SPARED);
	if (row.type === null) return ended('gone', goneTask(id));
	if (row.startedBy !== undefined) return ended('refused', retriedWithParent(row.startedBy));
	switch (action) {
		case 'retry':
			return retry(services, id, key);
		case 'retry-failed-items':
			return retryFailedItems(services, id, key);
		case 'resend':
			await services.resend(id, key, within);
			return DONE;
		case 'cancel': {
			const task = await tasks.get(id);
			// A repeat finds that the first attempt cancelled it.
			if (task.status === 'cancelled') return DONE;
			const refusal = refusalOfTask('cancel', task);
			if (refusal !== null) return ended('refused', refusal);
			await tasks.cancel(id, key);
			return DONE;
		}
		case 'pause':
		case 'resume':
			await actions.act({ id, action, idempotencyKey: key, input: {} });
			return DONE;
	}
}

async function retry({ tasks, retries }: ActWith, id: string, key: string): Promise<RowEnd> {
	const found = await retries.find(id, key);
	if ('repeated' in found) return { ...DONE, runs: runningNow(found.repeated) };
	// The list showed an earlier state, and only its end says what a person has to look at.
	const refusal = refusalOfTask('retry', await tasks.get(id));
	if (refusal !== null) return ended('refused', refusal);
	return { ...DONE, runs: runningNow(await retries.start(found.retryable, key)) };
}

async function retryFailedItems({ tasks, retries }: ActWith, id: string, key: string): Promise<RowEnd> {
	const task = await tasks.get(id);
	// A repeat finds what the first attempt has started, which has taken the task over.
	const refusal = refusalOfTask('retry-failed-items', { ...task, takenOver: undefined });
	if (refusal !== null) return ended('refused', refusal);
	const failed = await retries.failedItems(id, key);
	if ('start' in failed && task.takenOver !== undefined)
		return ended('refused', refusalOf(alreadyRetried(task, task.takenOver)));
	const started = 'repeated' in failed ? failed.repeated : await tasks.start(failed.start);
	return { ...DONE, runs: runningNow(started), startedTaskId: started.id };
}

function runningNow({ id, status }: { id: string; status: string }): string | null {
	return status === 'running' ? id : null;
}

/** The note names the task, so a repeat recognises what the first attempt did. */
async function onSchedule(
	{ schedules }: ActWith,
	action: BulkActionName,
	{ id, type }: BulkRow,
	bulkTaskId: string,
): Promise<RowEnd> {
	if (type === null) return ended('gone', goneSchedule(id));
	const schedule = await schedules.get(id);
	const note = `${action === 'pause' ? 'Paused' : 'Resumed'} by ${bulkTaskId}.`;
	const refusal = refusalOfSchedule(action, schedule);
	if (refusal !== null) return schedule.note === note ? DONE : ended('refused', refusal);
	await (action === 'pause' ? schedules.pause(id, note) : schedules.resume(id, note));
	return DONE;
}

/** Whether a task that a row started has ended, or has come to where it only waits. */
export async function hasMovedOn(tasks: Pick<TaskService, 'get'>, id: string): Promise<boolean> {
	const task = await tasks.get(id);
	return task.status !== 'running' || SYNC_TYPES.includes(task.type) || waitsForPerson(task);
}
