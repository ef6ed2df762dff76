// @ts-check
import { listDestinations, listTasks, listTaskTypes, readTask } from './client.js';
import { find, h } from './elements.js';
import { post } from './gateway.js';
import { runPage } from './page.js';
import { onPress } from './press.js';
import { RefusedPanel } from './refused-leads.js';
import { show } from './show.js';
import { syncCard } from './sync-card.js';
import { cancel, TaskPanel } from './task-panel.js';
/** @import { Destination, TaskItem, TaskType } from './types' */

/** More syncs than this are no page for people. */
const MOST = 100;
const MOST_ENDED = 20;

const content = find('content', HTMLElement);
const panel = new TaskPanel();
const refused = new RefusedPanel();

/** @type {TaskType[]} */
let types = [];
/** @type {Destination[]} */
let destinations = [];

onPress(content, {
	cancel,
	details: ({ id = '' }) => Promise.resolve(panel.open(id)),
	refused: ({ id = '' }) => Promise.resolve(refused.open(id)),
	act: async ({ id = '', name = '' }) => {
		const { message } = await post(`/v1/tasks/${encodeURIComponent(id)}/actions/${name}`, {});
		return message;
	},
});

runPage(async () => {
	if (types.length === 0) {
		const [catalogue, places] = await Promise.all([listTaskTypes(), listDestinations()]);
		types = catalogue;
		destinations = places;
	}
	const syncs = { type: 'lead-sync', limit: String(MOST) };
	const [running, ended] = await Promise.all([
		listTasks({ ...syncs, ended: 'false', fresh: 'true' }),
		listTasks({ ...syncs, ended: 'true' }),
	]);
	const ids = new Set(running.items.map(({ id }) => id));
	// A sync that was started again is the same one; what it was before is its past.
	const past = ended.items.filter(({ id }) => !ids.has(id) && ids.add(id)).slice(0, MOST_ENDED);
	const ends = await Promise.all(past.map(endOf));
	show(content, [
		...section(
			'Running',
			running.items,
			'No sync runs. Start one with the Task node in n8n, or with agent-knowledge run lead-sync.',
		),
		...(ends.length === 0 ? [] : section('Ended', ends, '')),
	]);
	await Promise.all([panel.refresh((type) => types.find((each) => each.type === type)), refused.refresh()]);
});

/** @type {Map<string, TaskItem>} by id and end */
const known = new Map();

/**
 * One that has ended tells in its result where its leads went and how many.
 * @param {TaskItem} sync
 * @returns {Promise<TaskItem>}
 */
async function endOf(sync) {
	const key = `${sync.id} ${sync.closedAt}`;
	const found = known.get(key);
	if (found !== undefined) return found;
	const { result } = await readTask(sync.id);
	const { destination, leadsSynced, leadsRefused } = /** @type {SyncResult} */ (result ?? {});
	const message = sync.progress?.message ?? '';
	const progress = { message, destination, itemsDone: leadsSynced, itemsFailed: leadsRefused, at: sync.startedAt };
	known.set(key, { ...sync, progress });
	return { ...sync, progress };
}

/** @typedef {{ destination?: string, leadsSynced?: number, leadsRefused?: number }} SyncResult */

/**
 * @param {string} title
 * @param {TaskItem[]} items
 * @param {string} none
 */
function section(title, items, none) {
	const cards = items.map((sync) => {
		const name = sync.progress?.destination;
		return syncCard(sync, { name, ...destinations.find((each) => each.name === name) });
	});
	return [
		h('h2', {}, `${title} (${items.length})`),
		items.length === 0 ? h('p', { class: 'soft' }, none) : h('ul', { class: 'cards' }, ...cards),
	];
}
