import { html } from 'hono/html';
import type { Html } from '../page';

/** How states look. What is not named here is neutral. */
const TONES: Record<string, 'good' | 'busy' | 'bad'> = {
	ready: 'good',
	indexed: 'good',
	completed: 'good',
	active: 'good',
	delivered: 'good',
	sent: 'good',
	training: 'busy',
	crawling: 'busy',
	indexing: 'busy',
	processing: 'busy',
	queued: 'busy',
	waiting: 'busy',
	deferred: 'busy',
	open: 'busy',
	failed: 'bad',
	bounced: 'bad',
	uncertain: 'bad',
	revoked: 'bad',
	expired: 'bad',
};

/** A state, in words and in colour. */
export function badge(state: string): Html {
	return html`<span class="badge ${TONES[state] ?? ''}">${state}</span>`;
}
