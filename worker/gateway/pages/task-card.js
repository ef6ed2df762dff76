// @ts-check
import { button, h } from './elements.js';
import { may } from './gateway.js';
import { pill } from './pills.js';
import { progressBar } from './progress.js';
import { ago, span, withMoments } from './times.js';
import { waitingMail } from './waiting-mail.js';
import { STAGES, humanised } from './words.js';
/** @import { TaskItem } from './types' */

/**
 * A task in a list.
 * @param {TaskItem} task
 * @param {string} title of its type
 */
export function taskCard(task, title) {
	const { id, progress, status, waitsForPerson } = task;
	return h(
		'li',
		{ class: 'card', 'data-key': id },
		h('div', { class: 'row' }, h('h3', {}, title), pill(task)),
		h('p', { class: 'soft' }, ...about(task)),
		status === 'running' && h('p', { class: 'stage' }, stageOf(task)),
		status === 'running' && waitsForPerson && waitingMail(task),
		progress && h('p', {}, ...withMoments(progress.message)),
		progressBar(task),
		h(
			'div',
			{ class: 'buttons' },
			status === 'running' && waitsForPerson && reviewButton(task, title),
			button('Details', 'details', { 'data-id': id, 'aria-label': `Details of ${title} ${shortId(id)}` }),
			status === 'running' && may('start') && cancelButton(task, title),
		),
	);
}

/**
 * Opens the details, which show to those who may decide what there is to decide.
 * @param {TaskItem} task
 * @param {string} title
 */
function reviewButton({ id }, title) {
	return button('Review', 'details', { class: 'main', 'data-id': id, 'aria-label': `Review ${title} ${shortId(id)}` });
}

/**
 * @param {TaskItem} task
 * @param {string} title
 */
export function cancelButton({ id, agentId, connection }, title) {
	return button('Cancel', 'cancel', {
		class: 'bad',
		'data-id': id,
		'data-what': `${title} of ${agentId ?? connection}`,
		'aria-label': `Cancel ${title} ${shortId(id)}`,
	});
}

/** @param {TaskItem} task */
function about({ agentId, connection, startedAt, closedAt }) {
	const whose = agentId === null ? connection : `${agentId} at ${connection}`;
	return closedAt === null
		? [`${whose}, started `, ago(startedAt)]
		: [`${whose}, ended `, ago(closedAt), ` after ${span((Date.parse(closedAt) - Date.parse(startedAt)) / 1000)}`];
}

/**
 * What it does now; of one that waits for a person also for how long.
 * @param {TaskItem} task
 */
export function stageOf({ stage, waitsForPerson, progress }) {
	const words = stage === null ? 'Running' : (STAGES[stage] ?? humanised(stage));
	if (!waitsForPerson || progress === null) return words;
	return `${words}, for ${span((Date.now() - Date.parse(progress.at)) / 1000)}`;
}

/**
 * Enough of an id to tell two apart.
 * @param {string} id
 */
export function shortId(id) {
	return id.slice(id.indexOf('~') + 1).slice(0, 8);
}
