import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import type { Lead, List } from '../../api';
import type { Agent } from '../database/agents-repository';
import { parsePart } from '../problems/parse-part';
import { allAgents, selectedAgent, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, emptyAsUndefined, offsetSchema } from './form';
import { type Page, sendPage } from './page';
import { addressParts, agentFilter, moment, paging } from './parts';
import { table, wholeWords } from './table';

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
			${table({
				id: 'leads',
				label: 'Leads',
				empty: 'No lead. A visitor leaves one in the chat, or the page Visitors makes some.',
				columns: [
					{ name: 'Lead', kind: 'number' },
					...['Name', 'Email', 'Phone', 'Place', 'Fields', 'Captured', 'Conversation'],
				],
				rows: leads.items.map(leadCells),
			})}
			${paging({ path: '/dashboard/leads', query: filter, ...leads })}`,
	};
}

function leadCells({ id, name, email, phone, city, country, fields, capturedAt, conversationId }: Lead) {
	return [
		id,
		name,
		addressParts(email),
		phone ?? '',
		[city, country].filter(Boolean).join(', '),
		html`${Object.entries(fields).map(([label, value]) => html`${wholeWords(`${label}: ${text(value)}`)}<br />`)}`,
		moment(capturedAt),
		html`<a href="/dashboard/inbox/${encodeURIComponent(conversationId)}" aria-label="Read the conversation of ${name}"
			>Read</a
		>`,
	];
}

function text(value: unknown): string {
	return typeof value === 'string' ? value : JSON.stringify(value);
}
