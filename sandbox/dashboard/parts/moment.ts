import { html } from 'hono/html';
import type { Html } from '../page';

const FORMAT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** A moment for people, in UTC. @param at ISO 8601; null: a dash */
export function moment(at: string | null): Html {
	if (at === null) return html`<span class="faint">–</span>`;
	return html`<time datetime="${at}">${FORMAT.format(new Date(at))}</time>`;
}
