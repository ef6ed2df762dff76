import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import type { BulkActivities, BulkLane, FreezeRows, RowAt } from '../../../workflows/bulk-action/activities';
import { BULK_ACTIONS, BULK_TARGETS, bulkActionInputSchema, MOST_ROWS } from '../../../workflows/bulk-action/contract';
import { Problem } from '../../problems/problem';
import type { RowError } from '../../../workflows/task/contract';
import type { Blobs } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import { actOnRow, type ActWith, ended, hasMovedOn, refusalOf, selectRows, type SelectWith } from '../../tasks/bulk';
import type { BulkRow } from '../../tasks/bulk-previews/row';
import { rowsOfPreview } from '../../tasks/bulk-previews/stored-preview';
import { notYet } from '../../temporal/not-yet';
import { keyErrorOf } from '../../temporal/payload-codec';
import { checked } from '../task/arguments';
import { finalFailure } from '../task/failure';
import { withHeartbeat } from '../task/look';
import { taskId } from '../task/running-task';
import { reportRows } from './report-rows';
import { StoredRows } from './stored-rows';

const at = { lane: z.int().min(0), row: z.int().min(0) };
const what = { action: z.enum(BULK_ACTIONS), target: z.enum(BULK_TARGETS) };
const atSchema: z.ZodType<RowAt> = z.object(at);
const freezeShape = { input: bulkActionInputSchema, allowed: z.array(z.string()).nullable() };
const freezeSchema: z.ZodType<FreezeRows> = z.object(freezeShape);
const actSchema = z.object({ ...what, ...at, allowed: freezeShape.allowed.optional() });
const lanesSchema: z.ZodType<BulkLane[]> = z.array(z.object({ connection: z.string(), rows: z.int() }));
const reportSchema = z.object({ ...what, lanes: lanesSchema });

/** In milliseconds. */
const BEAT_MS = 10_000;
/** A task that runs for longer no longer holds up the next one. In milliseconds. */
const HOLDS_TURN_MS = 3_600_000;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 15_000;
/** The pause between two looks is a tenth of the time that has passed. */
const OF_ELAPSED = 10;
/** After so many attempts a row that gets no response, for example of a worker that is stopped, is told as refused. */
const MOST_ATTEMPTS = 6;
/**
 * After so many, some ten minutes, every other error ends a row: one that fails each time, such as a task whose key is
 * gone or whose look-up takes too long, would never let the task end, not even if it is cancelled.
 */
const MOST_OF_ALL = 14;

export interface BulkServices extends ActWith, SelectWith {
	tasks: ActWith['tasks'] & SelectWith['tasks'];
	schedules: ActWith['schedules'] & SelectWith['schedules'];
}

/** Activities of bulk actions. They make no call of the API: the tasks that they start do. */
export function bulkActivities(services: BulkServices, blobs: Blobs, buckets: Buckets): BulkActivities {
	const stored = () => new StoredRows(blobs.store, taskId());
	return {
		freezeRows: (request) =>
			withHeartbeat(BEAT_MS, async () => {
				const rows = stored();
				return (await rows.lanes()) ?? rows.freeze(await find(services, blobs, checked(freezeSchema, request)));
			}),
		async actOnRow(request) {
			const { action, target, allowed = null, ...at } = checked(actSchema, request);
			const rows = stored();
			const before = await rows.end(at);
			if (before?.status === 'done') return { status: 'done', runs: before.runs !== null };
			const row = await rows.row(at);
			const end = await orRefused(() => actOnRow(services, { action, target, row, bulkTaskId: taskId(), allowed }));
			await rows.noteEnd(at, end);
			return { status: end.status, runs: end.runs !== null };
		},
		async awaitRow(request) {
			const end = await stored().end(checked(atSchema, request));
			const elapsed = Date.now() - activityInfo().scheduledTimestampMs;
			if (end === null || end.runs === null || elapsed > HOLDS_TURN_MS) return;
			if (await hasMovedOn(services.tasks, end.runs)) return;
			throw notYet('The task runs.', Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, elapsed / OF_ELAPSED)));
		},
		reportRows: (request) =>
			withHeartbeat(BEAT_MS, () =>
				reportRows(checked(reportSchema, request), stored(), {
					blobs,
					buckets,
					taskId: taskId(),
					signal: cancellationSignal(),
				}),
			),
	};
}

/** @throws a failure of the task, before anything is done */
async function find(services: BulkServices, blobs: Blobs, { input, allowed }: FreezeRows): Promise<BulkRow[]> {
	try {
		if (input.selection !== undefined) {
			const rows = await rowsOfPreview(blobs, input, input.selection);
			return rows.filter(({ connection }) => allowed?.includes(connection) !== false);
		}
		const { rows, isWhole } = await selectRows(services, {
			chosen: input,
			allowed,
			most: MOST_ROWS,
			caller: null,
			except: taskId(),
		});
		if (!isWhole) throw tooMany();
		return rows.map(({ row }) => row);
	} catch (error) {
		throw error instanceof Problem && error.status < 500 ? finalFailure(error.toBody()) : error;
	}
}

function tooMany(): Problem {
	return new Problem({
		type: 'too_many_rows',
		title: 'Too many rows match',
		status: 400,
		detail: `Nothing was done. One bulk action acts on at most ${MOST_ROWS} rows. Narrow the filter, for example by type, connection or time, and start several.`,
	});
}

/** @throws what may pass by itself, as long as attempts are left */
async function orRefused(act: () => ReturnType<typeof actOnRow>): ReturnType<typeof actOnRow> {
	try {
		return await act();
	} catch (error) {
		const { attempt } = activityInfo();
		if (attempt < MOST_ATTEMPTS) throw error;
		if (error instanceof Problem) return ended('refused', refusalOf(error));
		if (attempt < MOST_OF_ALL) throw error;
		return ended('refused', uncertain(error, attempt));
	}
}

/** Without the message of an unexpected error, which may contain anything. */
function uncertain(error: unknown, attempts: number): RowError {
	const why = keyErrorOf(error)?.message ?? (error instanceof Error ? error.name : 'Error');
	return {
		type: 'outcome_unknown',
		title: 'It may have been done or not',
		detail: `${attempts} attempts failed. Look at it on its own page, then repeat it there if it was not done. The reason: ${why}`,
	};
}
