// @ts-check
import { readDetails, readTask } from './client.js';
import { button, h } from './elements.js';
import { download, may, post } from './gateway.js';
import { Panel } from './panel.js';
import { pill } from './pills.js';
import { confirmed } from './press.js';
import { progressBar } from './progress.js';
import { readAgainForm } from './read-again.js';
import { cancelButton, stageOf } from './task-card.js';
import { ago, at, span, withMoments } from './times.js';
import { fieldsOf, valueOf } from './value.js';
import { ACTIONS, humanised } from './words.js';
/** @import { Task, TaskDetails, TaskType } from './types' */

/** Parts of results that say nothing to people, or that are nobody's business here: what a mail said. */
const LEFT_OUT = ['version', 'approved'];

/**
 * Asks, then cancels.
 * @param {DOMStringMap} data of the button
 */
export async function cancel({ id = '', what = 'task' }) {
	if (!(await confirmed(`Cancel ${what}? The task finishes or reports the step it has started.`, 'Cancel the task')))
		return;
	await post(`/v1/tasks/${encodeURIComponent(id)}/cancel`);
	return 'The task will stop in a moment.';
}

/** Everything of one task, with what can be done about it. */
export class TaskPanel {
	constructor() {
		this.panel = new Panel('task', {
			cancel,
			act: ({ id = '', name = '' }) => act(id, name),
			again: async ({ id = '' }) => {
				await post(`/v1/tasks/${encodeURIComponent(id)}/actions/retry`);
				return 'The task was started again.';
			},
			download: async ({ path = '', name = '' }) => {
				await download(path, name);
				return `${name} was saved.`;
			},
		});
		/** @type {{ key: string, details: TaskDetails } | null} */
		this.known = null;
	}

	/** @param {string} id */
	open(id) {
		this.panel.open(id);
	}

	/** @param {(type: string) => TaskType | undefined} typeOf */
	async refresh(typeOf) {
		const { id } = this.panel;
		if (id === null) return this.panel.close();
		const task = await readTask(id);
		const details = await this.detailsOf(task);
		if (this.panel.id !== id) return;
		const type = typeOf(task.type);
		this.panel.show(type?.title ?? task.type, contentOf(task, details, type));
	}

	/**
	 * They change with the stage only.
	 * @param {Task} task
	 */
	async detailsOf({ id, startedAt, stage, progress }) {
		const key = [id, startedAt, stage, stage === 'reviewing' && progress?.at].join();
		if (this.known?.key === key) return this.known.details;
		const details = await readDetails(id);
		this.known = { key, details };
		return details;
	}
}

/**
 * @param {string} id
 * @param {string} name
 */
async function act(id, name) {
	const what = ACTIONS[name] ?? humanised(name);
	if (name.startsWith('dismiss') && !(await confirmed(`${what}? This cannot be undone.`, what))) return;
	const { message } = await post(`/v1/tasks/${encodeURIComponent(id)}/actions/${name}`, {});
	return message;
}

/**
 * @param {Task} task
 * @param {TaskDetails} details
 * @param {TaskType | undefined} type
 * @returns {Node[]}
 */
function contentOf(task, { input, temporalUrl, reviewPath }, type) {
	const { status, progress, startedAt, closedAt, id, error, result, succeeded } = task;
	const end = closedAt ?? new Date().toISOString();
	const took = span((Date.parse(end) - Date.parse(startedAt)) / 1000);
	const parts = [
		h('div', { class: 'row' }, status === 'running' && h('p', { class: 'stage' }, stageOf(task)), pill(task)),
		// Of a task that failed the error says it.
		progress !== null &&
			error === null &&
			h(
				'p',
				{ class: status === 'completed' && succeeded === false ? 'note bad' : '' },
				...withMoments(progress.message),
				' ',
				h('span', { class: 'soft' }, '(', ago(progress.at), ')'),
			),
		progressBar(task),
		reviewPath !== null && h('p', {}, h('a', { class: 'main', href: reviewPath }, 'Open the review')),
		error && errorPart(error),
		...(result === null ? [] : resultPart(task, result)),
		buttonsOf(task, type),
		status === 'running' && may('start') && type?.actions.includes('sync-now') && readAgainForm(id),
		h('h3', {}, 'Started with'),
		fieldsOf(Object.entries(input)),
		h('h3', {}, 'Task'),
		h(
			'dl',
			{},
			...[h('dt', {}, 'Id'), h('dd', {}, h('code', {}, id))],
			...[h('dt', {}, 'Started'), h('dd', {}, at(startedAt))],
			...(closedAt === null ? [] : [h('dt', {}, 'Ended'), h('dd', {}, at(closedAt))]),
			...[h('dt', {}, closedAt === null ? 'Running for' : 'Took'), h('dd', {}, took)],
		),
		temporalUrl !== null &&
			h('p', {}, h('a', { href: temporalUrl, target: '_blank', rel: 'noreferrer' }, "History in Temporal's pages")),
	];
	return parts.filter((part) => part instanceof Node);
}

/** @param {NonNullable<Task['error']>} error */
function errorPart({ title, detail, issues }) {
	return h(
		'div',
		{ class: 'note bad' },
		h('p', {}, h('strong', {}, title)),
		h('p', {}, ...withMoments(detail)),
		issues.length > 0 && h('ul', {}, ...issues.map(({ path, message }) => h('li', {}, `${path} ${message}`.trim()))),
	);
}

/**
 * @param {Task} task
 * @param {Record<string, unknown>} result
 */
function resultPart({ status }, result) {
	const { file } = result;
	const fields = Object.entries(result).filter(([name]) => !LEFT_OUT.includes(name));
	/** @param {[string, unknown]} field */
	const isSmall = ([, value]) => typeof value !== 'object' || value === null;
	return [
		h('h3', {}, status === 'completed' ? 'Result' : 'Done before the end'),
		...(isFile(file)
			? [button('Download the file', 'download', { class: 'main', 'data-path': file.link, 'data-name': file.name })]
			: []),
		fieldsOf(fields.filter(isSmall)),
		...fields
			.filter((field) => !isSmall(field))
			.map(([name, value]) => h('section', {}, h('h4', {}, humanised(name)), valueOf(value))),
	];
}

/**
 * @param {unknown} file
 * @returns {file is { name: string, link: string }}
 */
function isFile(file) {
	return typeof file === 'object' && file !== null && 'name' in file && 'link' in file && typeof file.link === 'string';
}

/**
 * @param {Task} task
 * @param {TaskType | undefined} type
 */
function buttonsOf(task, type) {
	if (!may('start')) return null;
	if (task.status !== 'running') return endedButtons(task, type?.endedActions ?? []);
	const isPaused = task.stage === 'paused';
	const actions = (type?.actions ?? []).filter((name) => name !== (isPaused ? 'pause' : 'resume'));
	return h(
		'div',
		{ class: 'buttons' },
		...actions.map((name) => actionButton(task, name)),
		cancelButton(task, type?.title ?? task.type),
	);
}

/**
 * @param {Task} task that has ended
 * @param {string[]} actions
 */
function endedButtons(task, actions) {
	const isRetryable = task.status !== 'completed' && actions.includes('retry');
	return h(
		'div',
		{ class: 'buttons' },
		isRetryable && button('Start again', 'again', { 'data-id': task.id }),
		...actions.filter((name) => name !== 'retry').map((name) => actionButton(task, name)),
	);
}

/**
 * @param {Task} task
 * @param {string} name
 */
function actionButton({ id }, name) {
	return button(ACTIONS[name] ?? humanised(name), 'act', { 'data-id': id, 'data-name': name });
}
