import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import type { LoggedRequest } from '../database/request-log-repository';
import type { DashboardServices } from './dashboard-services';
import { type Page, sendPage } from './page';
import { moment } from './parts';
import { table } from './table';

const REQUESTS_SHOWN = 100;

/** The log of API requests. */
export function requestPages(app: FastifyInstance, { repositories }: DashboardServices): void {
	app.get('/dashboard/requests', (_request, reply) =>
		sendPage(reply, requestsPage(repositories.requestLog.latest(REQUESTS_SHOWN))),
	);
}

/** @param requests newest first */
function requestsPage(requests: readonly LoggedRequest[]): Page {
	return {
		title: 'Requests',
		menu: '/dashboard/requests',
		content: html`<p>The latest requests to the API, newest first.</p>
			${table({
				id: 'requests',
				label: 'Requests',
				empty: 'No request yet. Each call of the API stands here.',
				columns: ['At', 'Method', { name: 'Path', kind: 'wide' }, 'Status', 'Fault', 'Key'],
				rows: requests.map(requestCells),
			})} `,
	};
}

function requestCells({ at, method, path, status, fault, keyId }: LoggedRequest) {
	const isRefused = status === null || status >= 400;
	return [
		moment(at),
		method,
		html`<code>${path}</code>`,
		html`<span class="${isRefused ? 'bad' : ''}">${status ?? 'no response'}</span>`,
		fault ?? '',
		keyId === null ? html`<span class="faint">none</span>` : html`<code>${keyId}</code>`,
	];
}
