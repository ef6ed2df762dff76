import type { TaskProgress } from '../task/visibility';
import type { BulkActionName, BulkActionResult } from './contract';
import type { BulkState } from './task';

const DONE: Readonly<Record<BulkActionName, string>> = {
	retry: 'retried',
	'retry-failed-items': 'retried, with their failed items alone',
	cancel: 'cancelled',
	resend: 'reported again',
	pause: 'paused',
	resume: 'resumed',
};

export function progressOf({ lanes, counts }: BulkState): Omit<TaskProgress, 'at'> {
	const total = (lanes ?? []).reduce((sum, { rows }) => sum + rows, 0);
	const { done, refused, gone } = counts;
	const bad = refused + gone;
	const message = `${done + bad} of ${total} rows had their turn${bad > 0 ? `, ${bad} not done` : ''}.`;
	return { message, itemsDone: done + bad, itemsTotal: total, itemsFailed: bad };
}

/** The result in one sentence: "488 of 500 tasks were retried, 12 refused." */
export function digestOf({ action, target, counts }: Pick<BulkActionResult, 'action' | 'target' | 'counts'>): string {
	const { done, refused, gone, not_started } = counts;
	const total = done + refused + gone + not_started;
	const parts = [
		[refused, 'refused'],
		[gone, 'no longer exist'],
		[not_started, 'not started'],
	].flatMap(([number, what]) => (number === 0 ? [] : [`${number} ${what}`]));
	return `${[`${done} of ${total} ${target} were ${DONE[action]}`, ...parts].join(', ')}.`;
}
