import type { TaskItem } from '../api/types';
import { span } from '../words/times';

/** An estimate from less time than this is a guess, in ms. */
const SOONEST_ESTIMATE_MS = 5_000;

export interface Progress {
	done: number;
	total: number;
	/** For people: `3 of 12 pages, about 2 minutes left`. */
	text: string;
}

/** How much of a running task is done, and how long the rest may take. @returns null if nobody can tell */
export function progressOf(task: Pick<TaskItem, 'status' | 'progress' | 'startedAt'>): Progress | null {
	const { status, progress } = task;
	if (status !== 'running' || progress === null) return null;
	const { pagesTotal = 0, pagesCompleted = 0, pagesFailed = 0, itemsTotal, itemsDone = 0 } = progress;
	const hasItems = itemsTotal !== undefined;
	const [done, total] = hasItems ? [itemsDone, itemsTotal] : [pagesCompleted + pagesFailed, pagesTotal];
	if (total === 0) return null;
	const count = `${done.toLocaleString('en')} of ${total.toLocaleString('en')}${hasItems ? '' : ' pages'}`;
	const left = secondsLeft(task.startedAt, progress.at, done / total);
	return { done: Math.min(done, total), total, text: left === null ? count : `${count}, about ${span(left)} left` };
}

/** The rest takes as long as what is done. @returns null if nobody can tell */
function secondsLeft(startedAt: string, reportedAt: string, share: number): number | null {
	if (share === 0 || share >= 1) return null;
	const reported = Date.parse(reportedAt);
	const took = reported - Date.parse(startedAt);
	if (took < SOONEST_ESTIMATE_MS) return null;
	const left = (took * (1 - share)) / share - (Date.now() - reported);
	return left > 0 ? left / 1000 : null;
}
