// @ts-check
import { listTasks } from './client.js';
import { button, h } from './elements.js';
import { show } from './show.js';
import { taskCard } from './task-card.js';

const PAGE = 20;

/** One part of all tasks, page by page. */
export class TaskList {
	/**
	 * @param {string} title
	 * @param {Record<string, boolean>} part which tasks it shows
	 * @param {string} none what it says when there are none
	 */
	constructor(title, part, none) {
		this.title = title;
		this.part = part;
		this.none = none;
		this.section = h('section', { 'aria-label': title });
		/** @type {string[]} the tokens of the pages that lead to the one that is shown */
		this.tokens = [];
		/** @type {string | null} */
		this.next = null;
	}

	/** Shows the first page from now on. */
	begin() {
		this.tokens = [];
	}

	older() {
		if (this.next !== null) this.tokens.push(this.next);
	}

	newer() {
		this.tokens.pop();
	}

	/**
	 * @param {number} place of this list on the page
	 * @param {Record<string, string>} filter
	 * @param {(type: string) => string} titleOf
	 */
	async refresh(place, filter, titleOf) {
		const isLeftOut =
			filter['status'] !== undefined && (filter['status'] === 'running') === (this.part['ended'] === true);
		this.section.hidden = isLeftOut;
		if (isLeftOut) return;
		const token = this.tokens.at(-1);
		const part = Object.entries(this.part).map(([name, value]) => /** @type {const} */ ([name, String(value)]));
		/** @type {Record<string, string>} */
		const page = token === undefined ? {} : { pageToken: token };
		const { items, nextPageToken } = await listTasks({
			...filter,
			...Object.fromEntries(part),
			...page,
			limit: String(PAGE),
		});
		this.next = nextPageToken;
		const first = this.tokens.length === 0;
		const more = [
			!first && button('Newer', 'newer', { 'data-list': place }),
			nextPageToken !== null && items.length > 0 && button('Older', 'older', { 'data-list': place }),
		];
		this.section.hidden = first && items.length === 0 && this.part['waitsForPerson'] === true;
		const count = first && nextPageToken === null ? ` (${items.length})` : '';
		show(this.section, [
			h('h2', {}, this.title + count),
			items.length === 0
				? h('p', { class: 'soft' }, this.none)
				: h('ul', { class: 'cards' }, ...items.map((task) => taskCard(task, titleOf(task.type)))),
			h('div', { class: 'buttons' }, ...more),
		]);
	}
}
