import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { integerIdParamSchema, type TrainingStatus } from '../../api';
import { agentOf } from '../admin/agents';
import { newAgentSchema } from '../admin/schemas';
import type { Agent } from '../database/agents-repository';
import type { StoredQaPair } from '../database/qa-pairs-repository';
import type { StoredSource } from '../database/sources-repository';
import type { FailedPage } from '../database/training-runs-repository';
import { parsePart } from '../problems/parse-part';
import { ApiProblem } from '../problems/problems';
import { allAgents, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, offsetSchema } from './form';
import { type Html, type Page, sendPage } from './page';
import { addressParts, badge, moment, paging, trainingProgress } from './parts';
import { table } from './table';

const urlSchema = z.strictObject({ url: z.url({ protocol: /^https?$/ }) });
const textSchema = z.strictObject({ title: z.string().min(1), content: z.string().min(1) });

const deletionSchema = z.strictObject({ confirmed: z.string() });

function notConfirmed({ name }: Agent): ApiProblem {
	return new ApiProblem({
		type: 'not_confirmed',
		title: 'The agent was not deleted',
		status: 400,
		detail: `To delete the agent, type its name: ${name}.`,
		issues: [{ path: 'confirmed', message: `must be ${name}` }],
	});
}

/** Agents with their training, their sources and their Q&A pairs. */
export function agentPages(app: FastifyInstance, services: DashboardServices): void {
	const { repositories, agents, training, sources, siteUrl } = services;
	const { qaPairs, trainingRuns, runPages } = repositories;
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
		const { pairs: pairOffset } = parsePart(z.looseObject({ pairs: offsetSchema }), request.query, 'query');
		const run = trainingRuns.findLatest(agent.id);
		return sendPage(
			reply,
			agentPage({
				agent,
				status: training.status(agent),
				failedPages: run === undefined ? [] : runPages.failed(run.id, ITEMS_SHOWN),
				sources: list,
				pairs: { ...qaPairs.page(agent.id, null, ITEMS_SHOWN, pairOffset), limit: ITEMS_SHOWN, offset: pairOffset },
				apiUrl: `http://${request.host}`,
			}),
		);
	});
	app.post('/dashboard/agents/:id/delete', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		const { confirmed } = parsePart(deletionSchema, request.body, 'form');
		if (confirmed !== agent.name) throw notConfirmed(agent);
		agents.delete(agent);
		return reply.redirect('/', 303);
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
				empty: 'No agent yet. Create one below.',
				columns: ['Agent', { name: 'Website', kind: 'wide' }, 'Training', 'First trained', 'Retrain'],
				// Only the progress is live, so that no button disappears.
				live: false,
				rows: agents.map(({ agent, status }) => [
					html`<a href="/dashboard/agents/${agent.id}">${agent.name}</a><br /><code>${agent.id}</code>`,
					addressParts(agent.website),
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
						<dd>
							a page with the chat of <a href="${siteUrl}/ask-us">Support</a> or of
							<a href="${siteUrl}/ask-us?agent=agent_sales">Sales</a>
						</dd>
						<dt>MCP server</dt>
						<dd><code>${apiUrl}/mcp</code></dd>
					</dl>
				</section>
			</div>`,
	};
}

interface List<Item> {
	items: Item[];
	total: number;
	limit: number;
	offset: number;
}

export interface AgentView {
	agent: Agent;
	status: TrainingStatus;
	/** Of its last training run. */
	failedPages: readonly FailedPage[];
	sources: List<StoredSource>;
	/** Newest first. */
	pairs: List<StoredQaPair>;
	/** Of the API, without /api/v1. */
	apiUrl: string;
}

function agentPage({ agent, status, failedPages, sources, pairs, apiUrl }: AgentView): Page {
	const path = `/dashboard/agents/${agent.id}`;
	return {
		title: agent.name,
		menu: '/',
		content: html`<p><code>${agent.id}</code>, trained on ${addressParts(agent.website)}</p>
			${trainingProgress('training', status)}
			<form method="post" action="${path}/retrain"><button>Retrain</button></form>
			${failedPagesPart(failedPages)}
			<h2>Sources</h2>
			${table({
				id: 'sources',
				label: 'Sources',
				empty: 'No source yet. Add a page or a text below.',
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
			<h2>Q&amp;A pairs</h2>
			<p class="faint">Questions with a fixed answer. The agent gives it word for word.</p>
			${table({
				id: 'pairs',
				label: 'Q&A pairs',
				empty: 'No Q&A pair yet. An API call creates one, or a flow that answers what the agent could not.',
				columns: [{ name: 'Question', kind: 'wide' }, { name: 'Answer', kind: 'wide' }, ...['State', 'Changed']],
				rows: pairs.items.map(({ question, answer, enabled, kind, attachments, createdAt, updatedAt }) => [
					question,
					html`${answer}${kind === 'media' ? html` <span class="faint">(with ${attachments.length} files)</span>` : ''}`,
					badge(enabled ? 'on' : 'off'),
					moment(updatedAt ?? createdAt),
				]),
			})}
			${paging({ path, query: { offset: String(sources.offset) }, ...pairs, parameter: 'pairs' })}
			<h2>Widget</h2>
			<p>The chat for any website. It needs only the agent's public id.</p>
			<pre tabindex="0"><code>${`<script src="${apiUrl}/widget.js" data-agent-id="${agent.id}"></script>`}</code></pre>
			<h2>Delete the agent</h2>
			<details>
				<summary>Delete ${agent.name} with its knowledge, conversations, leads and mailboxes</summary>
				<form method="post" action="${path}/delete" class="fields">
					<label>Name of the agent, to confirm <input name="confirmed" required autocomplete="off" /></label>
					<button class="danger">Delete for good</button>
				</form>
				<p class="faint">The next start of the sandbox creates the agents of the demo again.</p>
			</details>`,
	};
}

/** Which pages the last training run could not read, and why. */
function failedPagesPart(pages: readonly FailedPage[]): Html {
	if (pages.length === 0) return html``;
	return html`<h2>Pages that failed</h2>
		${table({
			id: 'failed-pages',
			label: 'Pages that failed',
			columns: [{ name: 'Page', kind: 'wide' }, 'Reason'],
			rows: pages.map(({ url, reason }) => [addressParts(url), reason ?? 'No reason is known.']),
		})}`;
}

function sourceCells(path: string, { id, name, type, status, errorMessage, wordCount, createdAt }: StoredSource) {
	return [
		type === 'url' ? addressParts(name) : name,
		type,
		html`${badge(status)} ${errorMessage === null ? '' : html`<span class="bad">${errorMessage}</span>`}`,
		wordCount.toLocaleString('en'),
		moment(createdAt),
		html`<form method="post" action="${path}/sources/${id}/delete">
			<button class="quiet" aria-label="Delete ${name}">Delete</button>
		</form>`,
	];
}
