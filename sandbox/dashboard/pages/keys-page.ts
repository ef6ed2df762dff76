import { html } from 'hono/html';
import { LIMITS, SCOPES } from '../../../api';
import type { ApiKey } from '../../database/api-keys-repository';
import type { Agent } from '../../database/agents-repository';
import type { Html, Page } from '../page';
import { badge } from '../parts/badge';
import { moment } from '../parts/moment';

type ShownKey = Omit<ApiKey, 'digest'>;

export interface KeysView {
	keys: ShownKey[];
	agents: Agent[];
	/** ISO 8601. */
	now: string;
	/** Value of a key that was just made: shown now, and never again. */
	made?: string;
}

export function keysPage({ keys, agents, now, made }: KeysView): Page {
	const active = keys.filter((key) => stateOf(key, now) === 'active').length;
	return {
		title: 'API keys',
		menu: '/dashboard/keys',
		content: html`${made === undefined ? '' : madeKey(made)}
			<p>${active} of at most ${LIMITS.activeKeys} active keys. Revoking a key is immediate and cannot be undone.</p>
			<table>
				<thead>
					<tr>
						<th>Key</th>
						<th>State</th>
						<th>Agents</th>
						<th>Permissions</th>
						<th>Made</th>
						<th>Expires</th>
						<th>Sends mail by MCP</th>
						<th>Revoke</th>
					</tr>
				</thead>
				<tbody>
					${keys.map((key) => keyRow(key, stateOf(key, now)))}
				</tbody>
			</table>
			<h2>New key</h2>
			<form method="post" action="/dashboard/keys" class="fields">
				<label>Name <input name="name" required /></label>
				<fieldset>
					<legend>Permissions</legend>
					${SCOPES.map((scope) => checkbox('scopes', scope, scope, true))}
				</fieldset>
				<fieldset>
					<legend>Agents (none chosen: every agent)</legend>
					${agents.map(({ id, name }) => checkbox('agentIds', id, `${name} (${id})`, false))}
				</fieldset>
				<label>Expires (UTC; empty: never) <input name="expiresAt" type="datetime-local" /></label>
				<button>Make key</button>
			</form>`,
	};
}

function madeKey(value: string): Html {
	return html`<div class="notice" role="status">
		<p><strong>The key was made. Copy it now: it is shown this once.</strong></p>
		<p><code id="made-key">${value}</code></p>
	</div>`;
}

function keyRow(key: ShownKey, state: ReturnType<typeof stateOf>): Html {
	const isActive = state === 'active';
	return html`<tr>
		<td>${key.name}<br /><code>${key.id}</code></td>
		<td>${badge(state)}</td>
		<td>${key.agentIds === null ? 'all' : key.agentIds.join(', ')}</td>
		<td>${key.scopes.length === SCOPES.length ? 'all' : key.scopes.join(', ')}</td>
		<td>${moment(key.createdAt)}</td>
		<td>${moment(key.expiresAt)}</td>
		<td>
			${key.mcpSendsUnasked ? 'without asking' : 'asks first'}
			${
				isActive
					? html`<form method="post" action="/dashboard/keys/${key.id}/mcp">
							<input type="hidden" name="mcpSendsUnasked" value="${String(!key.mcpSendsUnasked)}" />
							<button
								class="quiet"
								aria-label="${key.name}: ${key.mcpSendsUnasked ? 'ask first' : 'send without asking'}"
							>
								${key.mcpSendsUnasked ? 'Ask first' : 'Allow without asking'}
							</button>
						</form>`
					: ''
			}
		</td>
		<td>
			${
				isActive
					? html`<form method="post" action="/dashboard/keys/${key.id}/revoke">
							<button class="quiet" aria-label="Revoke ${key.name}">Revoke</button>
						</form>`
					: ''
			}
		</td>
	</tr>`;
}

function stateOf({ revokedAt, expiresAt }: ShownKey, now: string): 'active' | 'revoked' | 'expired' {
	if (revokedAt !== null) return 'revoked';
	return expiresAt !== null && expiresAt <= now ? 'expired' : 'active';
}

function checkbox(name: string, value: string, label: string, checked: boolean): Html {
	return html`<label class="check">
		<input type="checkbox" name="${name}" value="${value}" ${checked ? 'checked' : ''} /> ${label}
	</label>`;
}
