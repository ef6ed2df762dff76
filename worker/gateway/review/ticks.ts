import { html } from 'hono/html';
import { z } from 'zod';
import type { Block, TickRow, TicksBlock } from './blocks';
import type { Html } from './page';

export function isTicks(block: Block): block is TicksBlock {
	return block.kind === 'ticks';
}

/** The ticks of a form as a browser sends them: none, one, or several. */
export const ticksSchema = z
	.union([z.array(z.string()), z.string().transform((one) => [one])])
	.optional()
	.catch(undefined);

/** The rows in a form. None is ticked at first. @param typed what was ticked in a form before */
export function ticksPart({ title, label, field, rows }: TicksBlock, typed: Readonly<Record<string, unknown>>): Html {
	const ticked = new Set(ticksSchema.parse(typed[field]));
	return html`<h2>${title}</h2>
		${label === undefined ? '' : html`<p class="soft">${label}</p>`}
		<ol class="ticks">
			${rows.map((row) => html`<li class="message">${rowPart(row, field, ticked)}</li>`)}
		</ol>`;
}

function rowPart({ name, label, before, after, tick }: TickRow, field: string, ticked: ReadonlySet<string>): Html {
	return html`<span class="soft">${label}</span>
		<p><strong>${name}</strong></p>
		${before === null ? '' : html`<p><del>${before}</del></p>`}
		${after === null ? '' : html`<p><ins>${after}</ins></p>`}
		${
			tick === null
				? ''
				: html`<label class="check"
						><input type="checkbox" name="${field}" value="${tick.value}" ${ticked.has(tick.value) ? 'checked' : ''} />
						<span>${tick.label}</span></label
					>`
		}`;
}
