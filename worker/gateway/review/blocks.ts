import { html } from 'hono/html';
import { visibleText } from '../../../api';
import { moment } from './moment';
import type { Html } from './page';

/** What the page shows of a subject. Each value is escaped where it is shown. */
export type Block =
	| { kind: 'fields'; title?: string; fields: Field[] }
	| { kind: 'text'; title?: string; /** Above it, in small print. */ label?: string; text: string; isSoft?: true }
	| { kind: 'note'; text: string; /** Nothing is wrong. */ isSoft?: true; title?: string }
	| { kind: 'messages'; title: string; messages: Message[] | null; /** Instead of messages. */ none: string }
	| { kind: 'difference'; title: string; before: string; after: string }
	| RowsBlock
	| TicksBlock;

export interface Field {
	label: string;
	value: string;
	isStrong?: true;
	/** The value is ISO 8601. */
	isMoment?: true;
}

/** What others said, in their words. */
export interface Message {
	from: string;
	text: string;
	/** ISO 8601; null if it is unknown. */
	at: string | null;
}

/** Rows of which a person keeps, changes or drops each. They stand in the form. */
export interface RowsBlock {
	kind: 'rows';
	title: string;
	columns: string[];
	rows: Row[];
}

export interface Row {
	/** Unique in the block. Letters, digits, `_` and `-`. */
	id: string;
	/** One for each column. */
	cells: string[];
}

/** Rows of which a person ticks some. They stand in the form, which says the values of those that are ticked. */
export interface TicksBlock {
	kind: 'ticks';
	title: string;
	/** What a tick means, or why there is none. */
	label?: string;
	/** Name of the ticks in the form. */
	field: string;
	rows: TickRow[];
}

export interface TickRow {
	name: string;
	/** In small print: what it is. */
	label: string;
	/** Texts that differ; null: there is none. */
	before: string | null;
	after: string | null;
	/** The words of its tick, and what the form says if it is ticked. Null: it has none. */
	tick: { label: string; value: string } | null;
}

/** Everything but what stands in the form. */
export function blocksPart(blocks: readonly Block[]): Html {
	return html`${blocks.map(blockPart)}`;
}

function blockPart(block: Block): Html {
	switch (block.kind) {
		case 'fields':
			return fieldsPart(block);
		case 'text':
			return textPart(block);
		case 'note':
			return notePart(block);
		case 'messages':
			return messagesPart(block);
		case 'difference':
			return differencePart(block);
		case 'rows':
		case 'ticks':
			return html``;
	}
}

function notePart({ title, text, isSoft }: Block & { kind: 'note' }): Html {
	return html`${title === undefined ? '' : html`<h2>${title}</h2>`}
		<p class="${isSoft ? 'soft' : 'note bad'}">${text}</p>`;
}

function fieldsPart({ title, fields }: Block & { kind: 'fields' }): Html {
	return html`${title === undefined ? '' : html`<h2>${title}</h2>`}
		<dl>
			${fields.map(
				({ label, value, isStrong, isMoment }) =>
					html`<dt>${label}</dt>
						<dd>${isMoment ? moment(value) : isStrong ? html`<strong>${value}</strong>` : value}</dd>`,
			)}
		</dl>`;
}

/** Just as it is. */
function textPart({ title, label, text, isSoft }: Block & { kind: 'text' }): Html {
	if (title !== undefined) {
		const id = title.toLowerCase().replaceAll(/[^a-z]+/g, '-');
		return html`<h2 id="${id}">${title}</h2>
			<p class="mail" aria-labelledby="${id}">${text}</p>`;
	}
	return html`${label === undefined ? '' : html`<p class="soft">${label}</p>`}
		<p class="mail${isSoft ? ' signature' : ''}">${text}</p>`;
}

function messagesPart({ title, messages, none }: Block & { kind: 'messages' }): Html {
	if (messages === null)
		return html`<h2>${title}</h2>
			<p class="note bad">${none}</p>`;
	if (messages.length === 0)
		return html`<h2>${title}</h2>
			<p class="soft">${none}</p>`;
	return html`<h2>${title}</h2>
		<ol class="conversation">
			${messages.map(
				({ from, text, at }) =>
					html`<li class="message">
						<span class="soft">${visibleText(from)}${at === null ? '' : html`, ${moment(at)}`}</span>
						<p>${visibleText(text)}</p>
					</li>`,
			)}
		</ol>`;
}

/** The lines between the first and the last difference, as they were and as they are. */
function differencePart({ title, before, after }: Block & { kind: 'difference' }): Html {
	const [old, now] = [before.split(/\r?\n/), after.split(/\r?\n/)];
	const shorter = Math.min(old.length, now.length);
	let start = 0;
	while (start < shorter && old[start] === now[start]) start += 1;
	let end = 0;
	while (end < shorter - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
	const same = (lines: string[]) => lines.map((line) => html`${line}<br />`);
	return html`<h2>${title}</h2>
		<p class="mail">
			${same(now.slice(0, start))} ${old.slice(start, old.length - end).map((line) => html`<del>${line}</del><br />`)}
			${now.slice(start, now.length - end).map((line) => html`<ins>${line}</ins><br />`)}
			${same(now.slice(now.length - end))}
		</p>`;
}
