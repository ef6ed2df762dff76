import { html } from 'hono/html';
import type { Html } from './page';

/** Characters of a word that stays whole: identifiers of the demo and permissions are no longer. */
const WHOLE_WORD = 24;

interface Column {
	name: string;
	/** number: aligned right. wide: takes the remaining width, and long words break. */
	kind?: 'number' | 'wide';
}

export interface Table {
	/** Unique on the page. */
	id: string;
	/** What the rows are, for screen readers. */
	label: string;
	columns: readonly (string | Column)[];
	/** A cell for each column. */
	rows: readonly (readonly (Html | string | number)[])[];
	/** Instead of rows, if there are none: what would stand here, and how it comes. */
	empty?: string;
	/** Whether live.js keeps the rows up to date. Default: true. */
	live?: boolean;
}

/**
 * A table, which becomes a card for each row on a phone. The cells carry their column's name for that, and the roles
 * keep it a table for screen readers when the style changes its display.
 */
export function table({ id, label, columns, rows, empty, live = true }: Table): Html {
	const known = columns.map((column) => (typeof column === 'string' ? { name: column } : column));
	return html`<table role="table" aria-label="${label}">
		<thead role="rowgroup">
			<tr role="row">
				${known.map(({ name }) => html`<th role="columnheader" scope="col">${name}</th>`)}
			</tr>
		</thead>
		<tbody role="rowgroup" id="${id}" ${live ? 'data-live' : ''}>
			${
				rows.length === 0 && empty !== undefined
					? html`<tr role="row" class="empty">
							<td role="cell" colspan="${known.length}">${empty}</td>
						</tr>`
					: ''
			}
			${rows.map(
				(cells) =>
					html`<tr role="row">
						${cells.map((cell, place) => cellOf(known[place] ?? { name: '' }, cell))}
					</tr>`,
			)}
		</tbody>
	</table>`;
}

function cellOf({ name, kind = '' }: Omit<Column, 'kind'> & { kind?: string }, cell: Html | string | number): Html {
	const shown = typeof cell === 'string' ? wholeWords(cell) : cell;
	return html`<td role="cell" class="${kind}" data-label="${name}"><div>${shown}</div></td>`;
}

/** Cells break anywhere, so that a long word fits. A browser makes a column narrower than its short words then. */
export function wholeWords(text: string): Html {
	const parts = text.split(/(\s+)/).map((part) => {
		const isWord = part.trim() !== '' && part.length <= WHOLE_WORD;
		return isWord ? html`<span class="word">${part}</span>` : part;
	});
	return html`${parts}`;
}
