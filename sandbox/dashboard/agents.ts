import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { integerIdParamSchema, type TrainingStatus } from '../../api';
import { agentOf } from '../admin/agents';
import { newAgentSchema } from '../admin/schemas';
import type { Agent } from '../database/agents-repository';
import type { StoredSource } from '../database/sources-repository';
import { parsePart } from '../problems/parse-part';
import { allAgents, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, offsetSchema } from './form';
import { type Page, sendPage } from './page';
import { badge, moment, paging, trainingProgress } from './parts';
import { table } from './table';

const urlSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });
const textSchema = z.strictObject({ title: z.string().min(1), content: z.string().min(1) });

/** Agents with their training and sources. */
export function agentPages(app: FastifyInstance, services: DashboardServices): void {
	const { repositories, agents, training, sources, siteUrl } = services;
	const pathOf = (id: string) => `/dashboard/agents/${encodeURIComponent(id)}`;

	app.get('/', (request, reply) => {
		const shown = allAgents(services).map((agent) => ({ agent, status: training.status(agent) }));
		return sendPage(reply, agentsPage({ agents: shown, siteUrl, apiUrl: `http://${request.host}` }));
	});
	app.post('/dashboard/agents', (request, reply) => {
		const agent = agents.create(parsePart(newAgentSchema, request.body, 'form'));
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.get('/dashboard/agents/:id', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		const { offset } = parsePart(z.looseObject({ offset: offsetSchema }), request.query, 'query');
		const list = sources.list(agent, undefined, ITEMS_SHOWN, offset);
		const view = { agent, status: training.status(agent), sources: list, apiUrl: `http://${request.host}` };
		return sendPage(reply, agentPage(view));
	});
	app.post('/dashboard/agents/:id/retrain', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		training.start(agent);
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.post('/dashboard/agents/:id/sources/url', async (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		await sources.addUrl(agent, parsePart(urlSchema, request.body, 'form').url);
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.post('/dashboard/agents/:id/sources/text', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		const { title, content } = parsePart(textSchema, request.body, 'form');
		sources.addText(agent, title, content);
		return reply.redirect(pathOf(agent.id), 303);
	});
	app.post('/dashboard/agents/:id/sources/:sourceId/delete', async (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		const { sourceId } = parsePart(z.looseObject({ sourceId: integerIdParamSchema }), request.params, 'path');
		await sources.delete(agent, sourceId);
		return reply.redirect(pathOf(agent.id), 303);
	});
}

export interface AgentsView {
	agents: { agent: Agent; status: TrainingStatus }[];
	/** Of the website that the seeded agents are trained on. */
	siteUrl: string;
	/** Of the API, without /api/v1. */
	apiUrl: string;
}

function agentsPage({ agents, siteUrl, apiUrl }: AgentsView): Page {
	return {
		title: 'Agents',
		menu: '/',
		content: html`${table({
				id: 'agents',
				label: 'Agents',
				columns: ['Agent', { name: 'Website', kind: 'wide' }, 'Training', 'First trained', 'Retrain'],
				// Only the progress is live, so that no button disappears.
				live: false,
				rows: agents.map(({ agent, status }) => [
					html`<a href="/dashboard/agents/${agent.id}">${agent.name}</a><br /><code>${agent.id}</code>`,
					agent.website,
					trainingProgress(`training-${agent.id}`, status),
					moment(agent.trainedAt),
					html`<form method="post" action="/dashboard/agents/${agent.id}/retrain">
						<button aria-label="Retrain ${agent.name}">Retrain</button>
					</form>`,
				]),
			})}
			<div class="columns">
				<section>
					<h2>New agent</h2>
					<form method="post" action="/dashboard/agents" class="fields">
						<label>Name <input name="name" required /></label>
						<label>Website <input name="website" type="url" required placeholder="https://" /></label>
						<button>Create agent</button>
					</form>
				</section>
				<section>
					<h2>Addresses</h2>
					<dl>
						<dt>Base URL</dt>
						<dd><code>${apiUrl}</code> <span class="faint">(the API is below /api/v1)</span></dd>
						<dt>API key</dt>
						<dd>printed at the start, or <a href="/dashboard/keys">create another</a></dd>
						<dt>API description</dt>
						<dd><code>${apiUrl}/api/v1/openapi.json</code> <span class="faint">(with an API key)</span></dd>
						<dt>Website</dt>
						<dd><a href="${siteUrl}">what the agents are trained on</a></dd>
						<dt>Widget</dt>
						<dd><a href="${siteUrl}/ask-us">a page with the chat</a></dd>
						<dt>MCP server</dt>
						<dd><code>${apiUrl}/mcp</code></dd>
					</dl>
				</section>
			</div>`,
	};
}

export interface AgentView {
	agent: Agent;
	status: TrainingStatus;
	sources: { items: StoredSource[]; total: number; limit: number; offset: number };
	/** Of the API, without /api/v1. */
	apiUrl: string;
}

function agentPage({ agent, status, sources, apiUrl }: AgentView): Page {
	const path = `/dashboard/agents/${agent.id}`;
	return {
		title: agent.name,
		menu: '/',
		content: html`<p><code>${agent.id}</code>, trained on ${agent.website}</p>
			${trainingProgress('training', status)}
			<form method="post" action="${path}/retrain"><button>Retrain</button></form>
			<h2>Sources</h2>
			${table({
				id: 'sources',
				label: 'Sources',
				columns: [
					{ name: 'Source', kind: 'wide' },
					...['Type', 'Status'],
					{ name: 'Words', kind: 'number' },
					...['Added', 'Delete'],
				],
				rows: sources.items.map((source) => sourceCells(path, source)),
			})}
			${paging({ path, query: {}, ...sources })}
			<div class="columns">
				<section>
					<h2>Add a page</h2>
					<form method="post" action="${path}/sources/url" class="fields">
						<label>Address <input name="url" type="url" required placeholder="https://" /></label>
						<button>Add page</button>
					</form>
				</section>
				<section>
					<h2>Add a text</h2>
					<form method="post" action="${path}/sources/text" class="fields">
						<label>Title <input name="title" required /></label>
						<label>Text <textarea name="content" rows="4" required></textarea></label>
						<button>Add text</button>
					</form>
				</section>
			</div>
			<h2>Widget</h2>
			<p>The chat for any website. It needs only the agent's public id.</p>
			<pre
				tabindex="0"
			><code>${`<script src="${apiUrl}/widget.js" data-agent-id="${agent.id}"></script>`}</code></pre>`,
	};
}

function sourceCells(path: string, { id, name, type, status, errorMessage, wordCount, createdAt }: StoredSource) {
	return [
		name,
		type,
		html`${badge(status)} ${errorMessage === null ? '' : html`<span class="bad">${errorMessage}</span>`}`,
		wordCount.toLocaleString('en'),
		moment(createdAt),
		html`<form method="post" action="${path}/sources/${id}/delete">
			<button class="quiet" aria-label="Delete ${name}">Delete</button>
		</form>`,
	];
}
