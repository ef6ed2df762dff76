import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import type { SimulatedVisitors } from '../demo/visitors/simulated-visitors';
import { parsePart } from '../problems/parse-part';
import type { DashboardServices } from './dashboard-services';
import { type Page, sendPage } from './page';
import { badge } from './parts';

const switchSchema = z.strictObject({ enabled: z.enum(['true', 'false']) });

/** The switch of the simulated visitors. */
export function visitorPages(app: FastifyInstance, { visitors }: Pick<DashboardServices, 'visitors'>): void {
	app.get('/dashboard/visitors', (_request, reply) => sendPage(reply, visitorsPage(visitors.describe())));
	app.post('/dashboard/visitors', (request, reply) => {
		visitors.setEnabled(parsePart(switchSchema, request.body, 'form').enabled === 'true');
		return reply.redirect('/dashboard/visitors', 303);
	});
}

type VisitorsView = ReturnType<SimulatedVisitors['describe']>;

function visitorsPage({ enabled, visits, questions, leads }: VisitorsView): Page {
	const number = (count: number) => count.toLocaleString('en');
	return {
		title: 'Simulated visitors',
		menu: '/dashboard/visitors',
		content: html`<p>
				While this is on, an imagined visitor comes to the shop each minute. They ask a question, send the form, or do
				both. Triggers, syncs and analytics see them like any visitor of the widget.
			</p>
			<form method="post" action="/dashboard/visitors">
				${badge(enabled ? 'on' : 'off')}
				<button name="enabled" value="${enabled ? 'false' : 'true'}">${enabled ? 'Switch off' : 'Switch on'}</button>
			</form>
			<h2>So far</h2>
			<dl data-live id="visits">
				<dt>Visitors</dt>
				<dd>${number(visits)}</dd>
				<dt>Questions</dt>
				<dd>${number(questions)}</dd>
				<dt>Leads</dt>
				<dd>${number(leads)}</dd>
			</dl>
			<p class="faint">
				The switch lasts over restarts. A minute is one of the sandbox's clock. If half of the month's message credits
				are used, visitors only send forms.
			</p>`,
	};
}
