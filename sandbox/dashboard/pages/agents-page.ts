import { html } from 'hono/html';
import type { TrainingStatus } from '../../../api';
import type { Agent } from '../../database/agents-repository';
import type { Page } from '../page';
import { moment } from '../parts/moment';
import { trainingProgress } from '../parts/training-progress';

export interface AgentsView {
	agents: { agent: Agent; status: TrainingStatus }[];
	/** Of the website that the seeded agents are trained on. */
	siteUrl: string;
	/** Of the API, without /api/v1. */
	apiUrl: string;
}

export function agentsPage({ agents, siteUrl, apiUrl }: AgentsView): Page {
	return {
		title: 'Agents',
		menu: '/',
		content: html`<table>
				<thead>
					<tr>
						<th>Agent</th>
						<th>Website</th>
						<th>Training</th>
						<th>Trained first</th>
						<th>Retrain</th>
					</tr>
				</thead>
				<tbody>
					${agents.map(
						({ agent, status }) =>
							html`<tr>
								<td><a href="/dashboard/agents/${agent.id}">${agent.name}</a><br /><code>${agent.id}</code></td>
								<td>${agent.website}</td>
								<td>${trainingProgress(`training-${agent.id}`, status)}</td>
								<td>${moment(agent.trainedAt)}</td>
								<td>
									<form method="post" action="/dashboard/agents/${agent.id}/retrain">
										<button aria-label="Retrain ${agent.name}">Retrain</button>
									</form>
								</td>
							</tr>`,
					)}
				</tbody>
			</table>
			<div class="columns">
				<section>
					<h2>New agent</h2>
					<form method="post" action="/dashboard/agents" class="fields">
						<label>Name <input name="name" required /></label>
						<label>Website <input name="website" type="url" required placeholder="https://" /></label>
						<button>Make agent</button>
					</form>
				</section>
				<section>
					<h2>Where things are</h2>
					<dl>
						<dt>Base URL</dt>
						<dd><code>${apiUrl}</code> <span class="faint">(the API is below /api/v1)</span></dd>
						<dt>API key</dt>
						<dd>was printed at the start; <a href="/dashboard/keys">make another</a></dd>
						<dt>Description</dt>
						<dd><code>${apiUrl}/api/v1/openapi.json</code> <span class="faint">(with an API key)</span></dd>
						<dt>Website</dt>
						<dd><a href="${siteUrl}">what the agents are trained on</a></dd>
						<dt>Widget</dt>
						<dd><a href="${siteUrl}/ask-us">a page that carries the chat</a></dd>
						<dt>MCP server</dt>
						<dd><code>${apiUrl}/mcp</code></dd>
					</dl>
				</section>
			</div>`,
	};
}
