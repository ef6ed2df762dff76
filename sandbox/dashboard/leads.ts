import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Lead, List } from '../../api';
import type { Agent } from '../database/agents-repository';
import { parsePart } from '../problems/parse-part';
import { allAgents, selectedAgent, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, emptyAsUndefined, offsetSchema } from './form';
import { type Html, type Page, sendPage } from './page';
import { agentFilter, moment, paging } from './parts';

const filterSchema = z.looseObject({
	agent: z.string().optional(),
	email: z.preprocess(emptyAsUndefined, z.string().optional()),
	offset: offsetSchema,
});

/** Captured leads. */
export function leadPages(app: FastifyInstance, services: DashboardServices): void {
	app.get('/dashboard/leads', (request, reply) => {
		const { agent: agentId, email, offset } = parsePart(filterSchema, request.query, 'query');
		const agent = selectedAgent(services, agentId);
		const leads = services.leads.list(agent, { email }, ITEMS_SHOWN, offset);
		return sendPage(reply, leadsPage({ agents: allAgents(services), filter: { agent: agent.id, email }, leads }));
	});
}

export interface LeadsView {
	agents: Agent[];
	filter: { agent: string; email?: string };
	leads: List<Lead>;
}

function leadsPage({ agents, filter, leads }: LeadsView): Page {
	return {
		title: 'Leads',
		menu: '/dashboard/leads',
		content: html`<form method="get" action="/dashboard/leads" class="filter">
				${agentFilter(agents, filter.agent)}
				<label>Email contains <input name="email" value="${filter.email ?? ''}" /></label>
				<button>Show</button>
			</form>
			<table>
				<thead>
					<tr>
						<th>Lead</th>
						<th>Name</th>
						<th>Email</th>
						<th>Phone</th>
						<th>Place</th>
						<th>Fields</th>
						<th>Captured</th>
						<th>Conversation</th>
					</tr>
				</thead>
				<tbody data-live id="leads">
					${leads.items.map(leadRow)}
				</tbody>
			</table>
			${paging({ path: '/dashboard/leads', query: filter, ...leads })}`,
	};
}

function leadRow({ id, name, email, phone, city, country, fields, capturedAt, conversationId }: Lead): Html {
	return html`<tr>
		<td class="number">${id}</td>
		<td>${name}</td>
		<td>${email}</td>
		<td>${phone ?? ''}</td>
		<td>${[city, country].filter(Boolean).join(', ')}</td>
		<td>${Object.entries(fields).map(([label, value]) => html`${label}: ${text(value)}<br />`)}</td>
		<td>${moment(capturedAt)}</td>
		<td>
			<a href="/dashboard/inbox/${encodeURIComponent(conversationId)}" aria-label="Conversation of ${name}">open</a>
		</td>
	</tr>`;
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
