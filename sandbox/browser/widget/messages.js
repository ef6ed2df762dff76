// @ts-check
import { element } from './element.js';

/** @typedef {import('./service.js').Message} Message */

const NAMES = /** @type {Record<string, string>} */ ({ visitor: 'You', assistant: 'Agent', teammate: 'Team' });

/** The messages, oldest first. Screen readers announce new ones. */
export class Messages {
	items = element('ol');
	log = element(
		'div',
		{ className: 'messages', role: 'log', ariaLive: 'polite', ariaLabel: 'Conversation', tabIndex: 0 },
		this.items,
	);

	/** @param {Message} message its html comes sanitised from the service */
	add({ role, html, sources }) {
		const content = element('div', { className: 'content', innerHTML: html });
		this.append(role, content, ...(sources.length > 0 ? [sourceList(sources)] : []));
	}

	/** @param {string} text what the visitor wrote; shown at once as plain text */
	addOwn(text) {
		this.append('visitor', element('div', { className: 'content own' }, text));
	}

	/** Shows a notice of the widget itself. @param {string} text */
	addNotice(text) {
		this.append('notice', element('div', { className: 'content' }, text));
	}

	/** Shows that the agent is writing a reply. @returns {() => void} hides it */
	showWriting() {
		const item = this.append('assistant', element('div', { className: 'content writing' }, 'Writing …'));
		return () => item.remove();
	}

	/**
	 * @param {string} role
	 * @param {Node[]} content
	 */
	append(role, ...content) {
		const name = NAMES[role];
		const item = element(
			'li',
			{ className: role },
			...(name ? [element('span', { className: 'who' }, name)] : []),
			...content,
		);
		this.items.append(item);
		this.log.scrollTop = this.log.scrollHeight;
		return item;
	}
}

/** @param {Message['sources']} sources */
function sourceList(sources) {
	const items = sources.map(({ title, url }) =>
		element(
			'li',
			{},
			url && /^https?:/.test(url) ? element('a', { href: url, target: '_blank', rel: 'noopener' }, title) : title,
		),
	);
	return element('ul', { className: 'sources', ariaLabel: 'Sources' }, ...items);
}
