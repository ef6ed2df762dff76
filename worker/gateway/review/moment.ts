import { html } from 'hono/html';
import type { Html } from './page';

const UTC = new Intl.DateTimeFormat('en-GB', {
	weekday: 'short',
	day: 'numeric',
	month: 'short',
	year: 'numeric',
	hour: '2-digit',
	minute: '2-digit',
	timeZone: 'UTC',
	timeZoneName: 'short',
});

/** A moment in UTC. The page's script shows it in the reader's time zone. @param at ISO 8601, or milliseconds since 1970 */
export function moment(at: string | number): Html {
	const date = new Date(at);
	// The service may send any text as a time.
	if (Number.isNaN(date.getTime())) return html`${at}`;
	return html`<time datetime="${date.toISOString()}">${UTC.format(date)}</time>`;
}
