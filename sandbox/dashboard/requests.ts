import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import type { LoggedRequest } from '../database/request-log-repository';
import type { DashboardServices } from './dashboard-services';
import { type Html, type Page, sendPage } from './page';
import { moment } from './parts';

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
			<table>
				<thead>
					<tr>
						<th>At</th>
						<th>Method</th>
						<th>Path</th>
						<th>Status</th>
						<th>Fault</th>
						<th>Key</th>
					</tr>
				</thead>
				<tbody data-live id="requests">
					${requests.map(requestRow)}
				</tbody>
			</table>
			${requests.length === 0 ? html`<p class="faint">None yet.</p>` : ''}`,
	};
}

function requestRow({ at, method, path, status, fault, keyId }: LoggedRequest): Html {
	const isRefused = status === null || status >= 400;
	return html`<tr>
		<td>${moment(at)}</td>
		<td>${method}</td>
		<td class="wide"><code>${path}</code></td>
		<td class="${isRefused ? 'bad' : ''}">${status ?? 'no response'}</td>
		<td>${fault ?? ''}</td>
		<td>${keyId === null ? html`<span class="faint">none</span>` : html`<code>${keyId}</code>`}</td>
	</tr>`;
}
