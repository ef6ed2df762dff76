import { html } from 'hono/html';
import type { TrainingStatus } from '../../../api';
import type { Agent } from '../../database/agents-repository';
import type { StoredSource } from '../../database/sources-repository';
import type { Html, Page } from '../page';
import { badge } from '../parts/badge';
import { moment } from '../parts/moment';
import { paging } from '../parts/paging';
import { trainingProgress } from '../parts/training-progress';

export interface AgentView {
	agent: Agent;
	status: TrainingStatus;
	sources: { items: StoredSource[]; total: number; limit: number; offset: number };
	/** Of the API, without /api/v1. */
	apiUrl: string;
}

export function agentPage({ agent, status, sources, apiUrl }: AgentView): Page {
	const path = `/dashboard/agents/${agent.id}`;
	return {
		title: agent.name,
		menu: '/',
		content: html`<p><code>${agent.id}</code>, trained on ${agent.website}</p>
			${trainingProgress('training', status)}
			<form method="post" action="${path}/retrain"><button>Retrain</button></form>
			<h2>Sources</h2>
			<table>
				<thead>
					<tr>
						<th>Source</th>
						<th>Type</th>
						<th>Status</th>
						<th>Words</th>
						<th>Added</th>
						<th>Delete</th>
					</tr>
				</thead>
				<tbody data-live id="sources">
					${sources.items.map((source) => sourceRow(path, source))}
				</tbody>
			</table>
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
			<p>The chat on any website; it needs the agent's public id alone.</p>
			<pre
				tabindex="0"
			><code>${`<script src="${apiUrl}/widget.js" data-agent-id="${agent.id}"></script>`}</code></pre>`,
	};
}

function sourceRow(path: string, { id, name, type, status, errorMessage, wordCount, createdAt }: StoredSource): Html {
	return html`<tr>
		<td class="wide">${name}</td>
		<td>${type}</td>
		<td>${badge(status)} ${errorMessage === null ? '' : html`<span class="bad">${errorMessage}</span>`}</td>
		<td class="number">${wordCount.toLocaleString('en')}</td>
		<td>${moment(createdAt)}</td>
		<td>
			<form method="post" action="${path}/sources/${id}/delete">
				<button class="quiet" aria-label="Delete ${name}">Delete</button>
			</form>
		</td>
	</tr>`;
}
