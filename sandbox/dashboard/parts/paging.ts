import { html } from 'hono/html';
import type { Html } from '../page';

export interface Paging {
	/** Address of the list. */
	path: string;
	/** What the list is filtered by. */
	query: Record<string, string | undefined>;
	total: number;
	limit: number;
	offset: number;
}

/** Which part of a list is shown, and the way to the next. */
export function paging({ path, query, total, limit, offset }: Paging): Html {
	const link = (name: string, to: number) => {
		const given = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, value]]));
		return html`<a href="${path}?${new URLSearchParams([...given, ['offset', String(to)]]).toString()}">${name}</a>`;
	};
	return html`<p class="paging">
		${total === 0 ? 'Nothing here.' : `${offset + 1} to ${Math.min(offset + limit, total)} of ${total.toLocaleString('en')}`}
		${offset > 0 ? link('Newer', Math.max(0, offset - limit)) : ''}
		${offset + limit < total ? link('Older', offset + limit) : ''}
	</p>`;
}
