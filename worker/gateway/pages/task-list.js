// @ts-check
import { listTasks } from './client.js';
import { button, h } from './elements.js';
import { show } from './show.js';
import { taskCard } from './task-card.js';
import { readWaitingMails } from './waiting-mail.js';

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
		/** Whether somebody has turned the page, and has not seen it yet. */
		this.turned = false;
	}

	/** Shows the first page from now on. */
	begin() {
		this.tokens = [];
	}

	older() {
		if (this.next === null) return;
		this.tokens.push(this.next);
		this.next = null;
		this.turned = true;
	}

	newer() {
		this.tokens.pop();
		this.turned = true;
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
		if (this.part['waitsForPerson'] === true) await readWaitingMails(items);
		// The page was turned meanwhile, and is asked for again.
		if (token !== this.tokens.at(-1)) return;
		this.next = nextPageToken;
		const first = this.tokens.length === 0;
		const more = [
			!first && turnButton('Newer', place),
			nextPageToken !== null && items.length > 0 && turnButton('Older', place),
		];
		this.section.hidden = first && items.length === 0 && this.part['waitsForPerson'] === true;
		const count = first && nextPageToken === null ? ` (${items.length})` : '';
		show(this.section, [
			h('h2', { tabindex: -1 }, this.title + count),
			items.length === 0
				? h('p', { class: 'soft' }, this.none)
				: h('ul', { class: 'cards' }, ...items.map((task) => taskCard(task, titleOf(task.type)))),
			h('div', { class: 'buttons' }, ...more),
		]);
		if (this.turned) this.section.querySelector('h2')?.focus();
		this.turned = false;
	}
}

/**
 * @param {'Older' | 'Newer'} label
 * @param {number} place of the list on the page
 */
function turnButton(label, place) {
	const action = label.toLowerCase();
	return button(label, action, { 'data-key': action, 'data-list': place });
}
