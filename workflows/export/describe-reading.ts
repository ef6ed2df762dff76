import { reportProgress } from '../task/progress';
import type { ExportTask } from './export-task';
import type { Reading } from './state';

/** Each page is events already, so that progress may be told this often. */
const TELL_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;

/** Tells how far the reading is, not more often than is worth it. */
export function tellReading({ state }: ExportTask, reading: Reading): void {
	const now = Date.now();
	if (now - state.toldAt < TELL_EVERY_MS) return;
	state.toldAt = now;
	const { done } = reading;
	// Leads that were read and are deleted by now are no longer in the service's own count.
	const total = Math.max(reading.total ?? 0, done);
	const agents = state.agentIds?.length ?? 1;
	const agent = agents === 1 ? '' : `Agent ${state.agentsRead + 1} of ${agents}: `;
	reportProgress(state.progress, {
		message: `${agent}${count(done)} of ${count(total)} leads read${timeLeft(now - reading.since, done, total, agents > 1)}.${changes(state.stepsBack)}`,
		itemsDone: state.leadsBefore + done,
		itemsTotal: state.leadsBefore + total,
	});
}

/** Why it takes longer than it should. */
function changes(stepsBack: number): string {
	if (stepsBack === 0) return '';
	return ` The list changes while it is read: ${count(stepsBack)} ${stepsBack === 1 ? 'page was' : 'pages were'} read again further up.`;
}

/** An estimate by the speed so far. */
function timeLeft(elapsedMs: number, done: number, total: number, ofSeveral: boolean): string {
	if (done === 0 || done >= total) return '';
	const minutes = Math.ceil(((elapsedMs / done) * (total - done)) / MINUTE_MS);
	return `, about ${minutes} min left${ofSeveral ? ' for this agent' : ''}`;
}

/** 12345 -> `12,345`. */
function count(leads: number): string {
	return String(leads).replace(/\B(?=(\d{3})+$)/g, ',');
}
