import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { LIMITS, SCOPES } from '../../api';
import { newKeySchema } from '../admin/schemas';
import type { Agent } from '../database/agents-repository';
import type { ApiKey } from '../database/api-keys-repository';
import { parsePart } from '../problems/parse-part';
import { allAgents, type DashboardServices } from './dashboard-services';
import { checkedValues, utcTimestamp } from './form';
import { type Html, type Page, sendPage } from './page';
import { badge, moment } from './parts';
import { table } from './table';

const newKeyFormSchema = z.strictObject({
	name: z.string(),
	scopes: checkedValues,
	agentIds: checkedValues,
	expiresAt: utcTimestamp,
});
const mcpFormSchema = z.strictObject({ mcpSendsUnasked: z.stringbool() });

/** API keys. They are created only here (specification, part 5). */
export function keyPages(app: FastifyInstance, services: DashboardServices): void {
	const { apiKeys } = services;
	const page = (made?: string) =>
		keysPage({ keys: apiKeys.list(), agents: allAgents(services), now: new Date().toISOString(), made });
	const idOf = (params: unknown) => parsePart(z.looseObject({ id: z.string() }), params, 'path').id;

	app.get('/dashboard/keys', (_request, reply) => sendPage(reply, page()));
	// No redirect, because only this response shows the value.
	app.post('/dashboard/keys', (request, reply) => {
		const { agentIds, ...form } = parsePart(newKeyFormSchema, request.body, 'form');
		const restriction = agentIds.length > 0 ? { agentIds } : {};
		const { key } = apiKeys.create(parsePart(newKeySchema, { ...form, ...restriction }, 'form'));
		return sendPage(reply.code(201), page(key));
	});
	app.post('/dashboard/keys/:id/revoke', (request, reply) => {
		apiKeys.revoke(idOf(request.params));
		return reply.redirect('/dashboard/keys', 303);
	});
	app.post('/dashboard/keys/:id/mcp', (request, reply) => {
		const { mcpSendsUnasked } = parsePart(mcpFormSchema, request.body, 'form');
		apiKeys.setMcpSendsUnasked(idOf(request.params), mcpSendsUnasked);
		return reply.redirect('/dashboard/keys', 303);
	});
}

type ShownKey = Omit<ApiKey, 'digest'>;

export interface KeysView {
	keys: ShownKey[];
	agents: Agent[];
	/** ISO 8601. */
	now: string;
	/** Value of a key that was just created. Only this page shows it. */
	made?: string;
}

function keysPage({ keys, agents, now, made }: KeysView): Page {
	const active = keys.filter((key) => stateOf(key, now) === 'active').length;
	return {
		title: 'API keys',
		menu: '/dashboard/keys',
		content: html`${made === undefined ? '' : newKeyNotice(made)}
			<p>${active} of at most ${LIMITS.activeKeys} active keys. Revoking a key is immediate and cannot be undone.</p>
			${table({
				id: 'keys',
				label: 'API keys',
				columns: [
					{ name: 'Key', kind: 'wide' },
					...['State', 'Agents'],
					{ name: 'Permissions', kind: 'wide' },
					...['Created', 'Expires', 'Sends mail by MCP', 'Revoke'],
				],
				live: false,
				rows: keys.map((key) => keyCells(key, stateOf(key, now))),
			})}
			<h2>New key</h2>
			<form method="post" action="/dashboard/keys" class="fields">
				<label>Name <input name="name" required /></label>
				<fieldset>
					<legend>Permissions</legend>
					${SCOPES.map((scope) => checkbox('scopes', scope, scope, true))}
				</fieldset>
				<fieldset>
					<legend>Agents (default: every agent)</legend>
					${agents.map(({ id, name }) => checkbox('agentIds', id, `${name} (${id})`, false))}
				</fieldset>
				<label>Expires (UTC, default: never) <input name="expiresAt" type="datetime-local" /></label>
				<button>Create key</button>
			</form>`,
	};
}

function newKeyNotice(value: string): Html {
	return html`<div class="notice" role="status">
		<p><strong>The key was created. Copy it now: it is shown only once.</strong></p>
		<p><code id="made-key">${value}</code></p>
	</div>`;
}

function keyCells(key: ShownKey, state: ReturnType<typeof stateOf>) {
	const isActive = state === 'active';
	return [
		html`${key.name}<br /><code>${key.id}</code>`,
		badge(state),
		key.agentIds === null ? 'all' : key.agentIds.join(', '),
		key.scopes.length === SCOPES.length ? 'all' : key.scopes.join(', '),
		moment(key.createdAt),
		moment(key.expiresAt),
		html`${key.mcpSendsUnasked ? 'without asking' : 'asks first'} ${isActive ? mcpForm(key) : ''}`,
		isActive
			? html`<form method="post" action="/dashboard/keys/${key.id}/revoke">
					<button class="quiet" aria-label="Revoke ${key.name}">Revoke</button>
				</form>`
			: '',
	];
}

function mcpForm({ id, name, mcpSendsUnasked }: ShownKey): Html {
	return html`<form method="post" action="/dashboard/keys/${id}/mcp">
		<input type="hidden" name="mcpSendsUnasked" value="${String(!mcpSendsUnasked)}" />
		<button class="quiet" aria-label="${name}: ${mcpSendsUnasked ? 'ask first' : 'send without asking'}">
			${mcpSendsUnasked ? 'Ask first' : 'Allow without asking'}
		</button>
	</form>`;
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
