// @ts-check
import { listSchedules, listTaskTypes, readTask } from './client.js';
import { button, find, h } from './elements.js';
import { may, post } from './gateway.js';
import { runPage } from './page.js';
import { made, pill } from './pills.js';
import { onPress } from './press.js';
import { show } from './show.js';
import { TaskPanel } from './task-panel.js';
import { ago, at } from './times.js';
/** @import { Schedule, Task, TaskType } from './types' */

/** How many of the coming times are told. */
const SHOWN = 3;

const content = find('content', HTMLElement);
const panel = new TaskPanel();

/** @type {TaskType[]} */
let types = [];
/** @type {Map<string, Task>} the last run of each schedule, read again while it runs */
const runs = new Map();

onPress(content, {
	details: ({ id = '' }) => Promise.resolve(panel.open(id)),
	do: async ({ path = '', said = '' }) => {
		await post(path);
		return said;
	},
});

runPage(async () => {
	if (types.length === 0) types = await listTaskTypes();
	const items = await listSchedules();
	await Promise.all(items.map(readLast));
	show(content, [
		items.length === 0
			? h(
					'p',
					{ class: 'soft' },
					'None yet. Create one with agent-knowledge schedules create, or with PUT /v1/schedules/{id}.',
				)
			: h('ul', { class: 'cards' }, ...items.map(card)),
	]);
	await panel.refresh(typeOf);
});

/** @param {string} type */
function typeOf(type) {
	return types.find((each) => each.type === type);
}

/** @param {Schedule} schedule */
async function readLast({ recent }) {
	const taskId = recent.at(-1)?.taskId;
	if (taskId === undefined || (runs.has(taskId) && runs.get(taskId)?.status !== 'running')) return;
	try {
		runs.set(taskId, await readTask(taskId));
	} catch {
		// It is so long ago that it is not kept any more, or was never begun.
		runs.delete(taskId);
	}
}

/** @param {Schedule} schedule */
function card(schedule) {
	const { id, type, connection, cron, timeZone, paused, note, next } = schedule;
	return h(
		'li',
		{ class: 'card', 'data-key': id },
		h('div', { class: 'row' }, h('h2', {}, id), paused ? made('quiet', 'Paused') : made('good', 'Active')),
		h(
			'p',
			{ class: 'soft' },
			`${typeOf(type)?.title ?? type} at ${connection}, `,
			h('code', {}, cron.join(' | ')),
			` ${timeZone}`,
		),
		note !== null && h('p', {}, note),
		h(
			'dl',
			{},
			h('dt', {}, 'Next'),
			h('dd', {}, ...(paused ? ['none while it is paused'] : times(next))),
			h('dt', {}, 'Last'),
			h('dd', {}, ...lastOf(schedule)),
		),
		h('div', { class: 'buttons' }, ...buttonsOf(schedule)),
	);
}

/** @param {string[]} next */
function times(next) {
	const [first, ...others] = next.slice(0, SHOWN);
	if (first === undefined) return ['none'];
	return [ago(first), ', ', at(first), ...others.flatMap((each) => [h('br'), at(each)])];
}

/** @param {Schedule} schedule */
function lastOf({ recent }) {
	const last = recent.at(-1);
	if (last === undefined) return ['none yet'];
	const task = runs.get(last.taskId);
	return [ago(last.startedAt), ' ', task === undefined ? null : pill(task)];
}

/** @param {Schedule} schedule */
function buttonsOf({ id, paused, recent, links }) {
	const last = recent.at(-1);
	/**
	 * @param {string} label
	 * @param {string} action
	 * @param {string} said
	 */
	const act = (label, action, said) =>
		button(label, 'do', { 'data-path': `${links.self}/${action}`, 'data-said': said, 'aria-label': `${label}: ${id}` });
	return [
		...(may('start')
			? [
					act('Run now', 'run-now', `${id} was started.`),
					paused ? act('Resume', 'resume', `${id} is active.`) : act('Pause', 'pause', `${id} is paused.`),
				]
			: []),
		last !== undefined &&
			runs.has(last.taskId) &&
			button('Last run', 'details', { 'data-id': last.taskId, 'aria-label': `Last run of ${id}` }),
	];
}
