// @ts-check
import { h } from './elements.js';
import { humanised } from './words.js';
/** @import { TaskType } from './types' */

const STATUSES = ['running', 'completed', 'failed', 'cancelled', 'timed_out'];

/** What tasks are shown; kept in the page's address, so that it can be linked to. */
export class Filters {
	/** @param {() => void} changed */
	constructor(changed) {
		this.type = chooser('type', 'Type');
		this.status = chooser('status', 'Status');
		this.connection = chooser('connection', 'Connection');
		this.all = [this.type, this.status, this.connection];
		this.form = h('form', { class: 'filters', 'aria-label': 'Filter' }, ...this.all.map(({ label }) => label));
		this.form.addEventListener('change', () => {
			history.replaceState(null, '', `?${new URLSearchParams(this.query())}${location.hash}`);
			changed();
		});
		this.form.addEventListener('submit', (event) => event.preventDefault());
	}

	/**
	 * @param {TaskType[]} types
	 * @param {string[]} connections
	 */
	offer(types, connections) {
		const wanted = new URLSearchParams(location.search);
		fill(
			this.type,
			types.map(({ type, title }) => [type, title]),
		);
		fill(
			this.status,
			STATUSES.map((status) => [status, humanised(status)]),
		);
		fill(
			this.connection,
			connections.map((name) => [name, name]),
		);
		for (const { name, select } of this.all) select.value = wanted.get(name) ?? '';
	}

	/**
	 * What was chosen, as the list of tasks takes it.
	 * @returns {Record<string, string>}
	 */
	query() {
		const chosen = this.all.filter(({ select }) => select.value !== '');
		return Object.fromEntries(chosen.map(({ name, select }) => /** @type {const} */ ([name, select.value])));
	}
}

/** @typedef {ReturnType<typeof chooser>} Chooser */

/**
 * @param {string} name
 * @param {string} title
 */
function chooser(name, title) {
	const select = h('select', { name });
	return { name, select, label: h('label', {}, title, select) };
}

/**
 * @param {Chooser} chooser
 * @param {Array<[value: string, text: string]>} options
 */
function fill({ select }, options) {
	select.replaceChildren(
		h('option', { value: '' }, 'All'),
		...options.map(([value, text]) => h('option', { value }, text)),
	);
}
