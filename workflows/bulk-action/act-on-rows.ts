import { CancellationScope, isCancellation, workflowInfo } from '@temporalio/workflow';
import { throwIfCancelled } from '../task/continue-as-new';
import { enterStage, reportProgress } from '../task/progress';
import { progressOf } from './outcome';
import type { BulkTask, LaneState } from './task';

/** Rows of all connections that are under way at the same time. */
const MOST_AT_ONCE = 100;
/** Between two reports of progress, each of which is an event of the history. In milliseconds. */
const REPORT_EVERY_MS = 5_000;

/**
 * Acts on all rows: of each connection in their order, up to `atOnce` at a time, and the connections by turns. After a
 * cancellation no further row begins.
 */
export async function actOnRows(task: BulkTask, lanes: LaneState[]): Promise<void> {
	const { state, input } = task;
	const waits = new CancellationScope();
	const open = new Map<LaneState, Set<Promise<void>>>(lanes.map((lane) => [lane, new Set()]));
	const begin = (lane: LaneState, work: Promise<void>) => {
		const own = open.get(lane);
		const ending = work.finally(() => own?.delete(ending));
		own?.add(ending);
	};
	enterStage(state.progress, 'acting');
	reportProgress(state.progress, progressOf(state));
	for (const [number, lane] of lanes.entries())
		for (const row of lane.running) begin(lane, untilItsTurnEnds(task, waits, lane, { lane: number, row }));
	for (;;) {
		for (let next = nextLane(lanes, open, input.atOnce); next !== null && mayBegin();) {
			const row = next.begun;
			next.begun += 1;
			begin(next, act(task, waits, next, { lane: lanes.indexOf(next), row }));
			next = nextLane(lanes, open, input.atOnce);
		}
		const all = [...open.values()].flatMap((own) => [...own]);
		if (all.length === 0) break;
		await Promise.race(all);
		if (workflowInfo().continueAsNewSuggested) waits.cancel();
		if (Date.now() >= state.progress.reportedAt + REPORT_EVERY_MS) reportProgress(state.progress, progressOf(state));
	}
	throwIfCancelled();
	if (lanes.some(({ begun, rows, running }) => begun < rows || running.length > 0)) await task.continueAsNew();
	reportProgress(state.progress, progressOf(state));
}

/** No row begins after a cancellation, or before continue-as-new: an activity's end would not reach the next history. */
function mayBegin(): boolean {
	return !CancellationScope.current().consideredCancelled && !workflowInfo().continueAsNewSuggested;
}

/** The connection with the fewest rows under way that has another one. Null: none may begin now. */
function nextLane(
	lanes: readonly LaneState[],
	open: ReadonlyMap<LaneState, ReadonlySet<unknown>>,
	atOnce: number,
): LaneState | null {
	const underWay = (lane: LaneState) => open.get(lane)?.size ?? 0;
	if (lanes.reduce((sum, lane) => sum + underWay(lane), 0) >= MOST_AT_ONCE) return null;
	const free = lanes.filter((lane) => lane.begun < lane.rows && underWay(lane) < atOnce);
	return free.toSorted((one, other) => underWay(one) - underWay(other))[0] ?? null;
}

interface At {
	lane: number;
	row: number;
}

/** A row that has begun is finished, also after a cancellation. */
async function act(task: BulkTask, waits: CancellationScope, lane: LaneState, at: At): Promise<void> {
	const { state, input, rows, allowed } = task;
	const { action, target } = input;
	const { status, runs } = await CancellationScope.nonCancellable(() =>
		rows.actOnRow({ action, target, ...(allowed !== null && { allowed }), ...at }),
	);
	state.counts[status] += 1;
	if (!runs) return;
	lane.running.push(at.row);
	await untilItsTurnEnds(task, waits, lane, at);
}

/** Until the next one may have the turn of a row, or the task stops. */
async function untilItsTurnEnds({ rows }: BulkTask, waits: CancellationScope, lane: LaneState, at: At): Promise<void> {
	try {
		await waits.run(() => rows.awaitRow(at));
		lane.running = lane.running.filter((row) => row !== at.row);
	} catch (error) {
		if (!isCancellation(error)) throw error;
	}
}
