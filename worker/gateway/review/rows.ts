import { html } from 'hono/html';
import type { Block, Row, RowsBlock } from './blocks';
import type { Html } from './page';

/** What a person decides about a row. */
export type RowChoice =
	| { id: string; choice: 'keep' | 'drop' }
	/** With the new values, a cell for each column. One that nobody typed stays. */
	| { id: string; choice: 'change'; cells: string[] };

const CHOICES = { keep: 'Keep', change: 'Change', drop: 'Drop' } as const;

type Typed = Readonly<Record<string, unknown>>;

export function isRows(block: Block): block is RowsBlock {
	return block.kind === 'rows';
}

/** The rows in a form. Nothing is chosen at first. @param typed what was typed into the fields of a form before */
export function rowsPart({ title, columns, rows }: RowsBlock, typed: Typed): Html {
	return html`<h2>${title}</h2>
		${rows.map(
			(row) =>
				html`<fieldset class="row">
					<legend>${row.cells[0] ?? row.id}</legend>
					<dl>
						${row.cells.map(
							(cell, at) =>
								html`<dt>${columns[at]}</dt>
									<dd>${cell}</dd>`,
						)}
					</dl>
					${Object.entries(CHOICES).map(
						([value, label]) =>
							html`<label class="check"
								><input type="radio" name="${nameOf(row)}" value="${value}" required /> <span>${label}</span></label
							>`,
					)}
					${columns.map((column, at) => newValueField(row, at, column, typed))}
				</fieldset>`,
		)}`;
}

function newValueField(row: Row, at: number, column: string, typed: Typed): Html {
	const name = cellOf(row, at);
	return html`<label for="${name}">New ${column}, only with Change</label>
		<input id="${name}" name="${name}" value="${textOf(typed[name])}" autocomplete="off" />`;
}

/** @returns the choice about each row, or what is wrong with the form */
export function readRows({ columns, rows }: RowsBlock, form: Typed): RowChoice[] | { messages: string[] } {
	const messages: string[] = [];
	const read = rows.flatMap((row): RowChoice[] => {
		const { id, cells } = row;
		const choice = form[nameOf(row)];
		const typed = columns.map((_column, at) => textOf(form[cellOf(row, at)]).trim());
		const isTyped = typed.some((text) => text !== '');
		if (choice === 'keep' || choice === 'drop') {
			if (!isTyped) return [{ id, choice }];
			messages.push(`Row ${cells[0] ?? id}: a new value needs the choice Change.`);
		} else if (choice !== 'change') messages.push(`Row ${cells[0] ?? id}: choose to keep, change or drop it.`);
		else if (isTyped) return [{ id, choice, cells: typed.map((text, at) => text || (cells[at] ?? '')) }];
		else messages.push(`Row ${cells[0] ?? id}: type a new value.`);
		return [];
	});
	return messages.length > 0 ? { messages } : read;
}

function nameOf({ id }: Row): string {
	return `row.${id}`;
}

function cellOf({ id }: Row, at: number): string {
	return `row.${id}.${at}`;
}

function textOf(value: unknown): string {
	return typeof value === 'string' ? value : '';
}
