// @ts-check
import { h } from './elements.js';
import { span } from './times.js';
/** @import { TaskItem } from './types' */

/** An estimate out of less than this is a guess, in ms. */
const SOONEST_ESTIMATE_MS = 5_000;

/**
 * A bar with how much is done and how long the rest may take, where that is known; else nothing.
 * @param {TaskItem} task
 */
export function progressBar(task) {
	const { status, progress } = task;
	if (status !== 'running' || progress === null) return null;
	const { pagesTotal, pagesCompleted = 0, pagesFailed = 0, itemsTotal, itemsDone = 0 } = progress;
	const [done, total, things] =
		itemsTotal === undefined ? [pagesCompleted + pagesFailed, pagesTotal ?? 0, 'pages'] : [itemsDone, itemsTotal, ''];
	if (total === 0) return null;
	const left = secondsLeft(task, done, total);
	const text = `${done.toLocaleString('en')} of ${total.toLocaleString('en')} ${things}`.trim();
	return h(
		'div',
		{ class: 'progress' },
		h('progress', { max: total, value: Math.min(done, total), 'aria-label': text }),
		h('span', { class: 'soft' }, left === null ? text : `${text}, about ${span(left)} left`),
	);
}

/**
 * As the rest will take as long as what is done; null when nobody can tell.
 * @param {TaskItem} task
 * @param {number} done
 * @param {number} total
 */
function secondsLeft({ startedAt, progress }, done, total) {
	if (progress === null || done === 0 || done >= total) return null;
	const reportedAt = Date.parse(progress.at);
	const took = reportedAt - Date.parse(startedAt);
	if (took < SOONEST_ESTIMATE_MS) return null;
	const left = (took * (total - done)) / done - (Date.now() - reportedAt);
	return left > 0 ? left / 1000 : null;
}
