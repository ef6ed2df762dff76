// @ts-check
import { h } from './elements.js';
import { humanised } from './words.js';
/** @import { TaskItem } from './types' */

/**
 * How a task stands, in a word.
 * @param {Pick<TaskItem, 'status' | 'stage' | 'waitsForPerson' | 'progress'>} task
 */
export function pill({ status, stage, waitsForPerson, progress }) {
	if (waitsForPerson) return made('attention', 'Waits for a person');
	if (status === 'running' && stage === 'paused') return made('quiet', 'Paused');
	if (status === 'running' && stage === 'unpublished') return made('quiet', 'Flow not published');
	if (status === 'running' && progress?.problem !== undefined) return made('bad', 'Blocked');
	if (status === 'running' && (progress?.itemsFailed ?? 0) > 0) return made('attention', 'Running, some failed');
	const looks = { running: 'busy', completed: 'good', failed: 'bad', timed_out: 'bad', cancelled: 'quiet' };
	return made(looks[status], humanised(status));
}

/**
 * @param {string} look
 * @param {string} text
 */
export function made(look, text) {
	return h('span', { class: `pill ${look}` }, text);
}
