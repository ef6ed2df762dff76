// @ts-check
import { button, h } from './elements.js';
import { refresh } from './page.js';
import { onPress } from './press.js';
import { show } from './show.js';
/** @import { Handler } from './press.js' */

/**
 * A window over the page that has an address of its own (`#<name>=<id>`), so that it can be linked to and the back
 * button closes it.
 */
export class Panel {
	/**
	 * @param {string} name
	 * @param {Readonly<Record<string, Handler>>} handlers of the buttons in it
	 */
	constructor(name, handlers) {
		this.name = name;
		this.body = h('div');
		this.dialog = h(
			'dialog',
			{ class: 'panel', 'aria-labelledby': `${name}-title` },
			h(
				'div',
				{ class: 'row' },
				h('h2', { id: `${name}-title` }),
				button('Close', 'close', { class: 'quiet', autofocus: true }),
			),
			h('p', { role: 'status' }),
			this.body,
		);
		onPress(this.dialog, { ...handlers, close: () => Promise.resolve(this.dialog.close()) });
		this.dialog.addEventListener('close', () => {
			if (this.id !== null) location.hash = '';
		});
		window.addEventListener('hashchange', () => void refresh());
	}

	/** Of what it shows, by the page's address; null when it is closed. */
	get id() {
		const [name, id] = location.hash.slice(1).split('=');
		return name === this.name && id !== undefined ? decodeURIComponent(id) : null;
	}

	/** @param {string} id */
	open(id) {
		location.hash = `${this.name}=${encodeURIComponent(id)}`;
	}

	/**
	 * Opens it, or brings it up to date.
	 * @param {string} title
	 * @param {Node[]} content
	 */
	show(title, content) {
		if (!this.dialog.isConnected) document.body.append(this.dialog);
		const heading = this.dialog.querySelector('h2');
		if (heading !== null && heading.textContent !== title) heading.textContent = title;
		show(this.body, content);
		if (!this.dialog.open) this.dialog.showModal();
	}

	close() {
		const told = this.dialog.querySelector('[role=status]');
		if (told !== null) told.textContent = '';
		if (this.dialog.open) this.dialog.close();
	}
}
