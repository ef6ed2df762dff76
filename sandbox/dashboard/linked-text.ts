import { html } from 'hono/html';
import LinkifyIt from 'linkify-it';
import type { Html } from './page';

/** Finds only addresses that name http or https: nothing that a mail could make run, or that it only looks like. */
const ADDRESSES = new LinkifyIt({ 'ftp:': null, 'mailto:': null, '//': null }, { fuzzyLink: false, fuzzyEmail: false });

/** A foreign text, with its web addresses as links. All of it is escaped. */
export function linkedText(text: string): Html {
	const parts: (Html | string)[] = [];
	let done = 0;
	for (const { index, lastIndex, url, text: address } of ADDRESSES.match(text) ?? []) {
		parts.push(text.slice(done, index));
		parts.push(html`<a href="${url}" target="_blank" rel="noopener noreferrer nofollow">${address}</a>`);
		done = lastIndex;
	}
	return html`${parts}${text.slice(done)}`;
}
