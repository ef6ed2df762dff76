// @ts-check
import { h } from './elements.js';
import { at, span } from './times.js';
import { humanised } from './words.js';

const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d/;

/**
 * Whatever a task was given or gave, laid out for people: fields as a list, rows as a table.
 * @param {unknown} value
 * @returns {Node}
 */
export function valueOf(value) {
	if (value === null || value === undefined) return document.createTextNode('none');
	if (typeof value === 'boolean') return document.createTextNode(value ? 'yes' : 'no');
	if (typeof value === 'number') return document.createTextNode(value.toLocaleString('en'));
	if (typeof value === 'string') return MOMENT.test(value) ? at(value) : document.createTextNode(value);
	if (Array.isArray(value)) return listOf(value);
	return fieldsOf(Object.entries(value));
}

/** @param {Array<[string, unknown]>} fields */
export function fieldsOf(fields) {
	if (fields.length === 0) return document.createTextNode('none');
	return h('dl', {}, ...fields.flatMap(([name, value]) => field(name, value)));
}

/**
 * @param {string} name
 * @param {unknown} value
 */
function field(name, value) {
	const [, what] = /^(.+)Seconds$/.exec(name) ?? [];
	return what !== undefined && typeof value === 'number'
		? [h('dt', {}, humanised(what)), h('dd', {}, span(value))]
		: [h('dt', {}, humanised(name)), h('dd', {}, valueOf(value))];
}

/** @param {unknown[]} items */
function listOf(items) {
	if (items.length === 0) return document.createTextNode('none');
	const rows = items.filter((item) => typeof item === 'object' && item !== null);
	if (rows.length < items.length)
		return h('ul', { class: 'plain' }, ...items.map((item) => h('li', {}, valueOf(item))));
	const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
	const cells = rows.map((row) => h('tr', {}, ...columns.map((name) => h('td', {}, valueOf(Reflect.get(row, name))))));
	return table(columns.map(humanised), cells);
}

/**
 * A table that scrolls by itself where it is wider than the window.
 * @param {string[]} columns
 * @param {HTMLTableRowElement[]} rows
 */
export function table(columns, rows) {
	return h(
		'div',
		{ class: 'wide', tabindex: 0, role: 'group', 'aria-label': columns.join(', ') },
		h(
			'table',
			{},
			h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
			h('tbody', {}, ...rows),
		),
	);
}
