// @ts-check
import { listConnections, listTaskTypes } from './client.js';
import { find } from './elements.js';
import { Filters } from './filters.js';

import { refresh, runPage } from './page.js';
import { onPress } from './press.js';
import { TaskList } from './task-list.js';
import { cancel, TaskPanel } from './task-panel.js';
/** @import { TaskType } from './types' */

const content = find('content', HTMLElement);
const panel = new TaskPanel();
const filters = new Filters(() => {
	for (const list of lists) list.begin();
	void refresh();
});
const waiting = new TaskList('Waiting for a person', { waitsForPerson: true }, 'Nothing waits for a person.');
const running = new TaskList('Running', { ended: false, waitsForPerson: false, fresh: true }, 'Nothing runs.');
const ended = new TaskList('Recently ended', { ended: true }, 'Nothing has ended.');
const lists = [waiting, running, ended];

/** @type {TaskType[]} */
let types = [];
/** @param {string} type */
const typeOf = (type) => types.find((each) => each.type === type);

content.append(filters.form, ...lists.map(({ section }) => section));
onPress(content, {
	cancel,
	details: ({ id = '' }) => Promise.resolve(panel.open(id)),
	older: ({ list = '' }) => Promise.resolve(lists[Number(list)]?.older()),
	newer: ({ list = '' }) => Promise.resolve(lists[Number(list)]?.newer()),
});

runPage(async () => {
	if (types.length === 0) {
		const [known, connections] = await Promise.all([listTaskTypes(), listConnections()]);
		types = known;
		filters.offer(
			types,
			connections.map(({ name }) => name),
		);
	}
	const query = filters.query();
	await Promise.all([
		...lists.map((list, place) => list.refresh(place, query, (type) => typeOf(type)?.title ?? type)),
		panel.refresh(typeOf),
	]);
});
