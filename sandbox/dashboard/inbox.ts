import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { html, raw } from 'hono/html';
import { z } from 'zod';
import { conversationStateSchema, type EmailConversation } from '../../api';
import type { Agent } from '../database/agents-repository';
import type { StoredConversation, StoredMessage, StoredNote } from '../database/conversations-repository';
import { sessionIdOf } from '../email/email-conversations';
import { parsePart } from '../problems/parse-part';
import { safeHtml } from '../widget/safe-html';
import { allAgents, selectedAgent, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, emptyAsUndefined, offsetSchema } from './form';
import { type Html, type Page, sendPage } from './page';
import { addressParts, agentFilter, badge, moment, paging } from './parts';
import { table } from './table';

const filterSchema = z.looseObject({
	agent: z.string().optional(),
	channel: z.preprocess(emptyAsUndefined, z.string().optional()),
	state: z.preprocess(emptyAsUndefined, conversationStateSchema.optional()),
	offset: offsetSchema,
});
const contentSchema = z.strictObject({ content: z.string().min(1).max(100_000) });

/** Conversations of every channel, with the notes and replies of the team. */
export function inboxPages(app: FastifyInstance, services: DashboardServices): void {
	const { repositories, inbox, email } = services;
	const conversationOf = (params: unknown) =>
		inbox.find(parsePart(z.looseObject({ id: z.string() }), params, 'path').id);
	const pathOf = (id: string) => `/dashboard/inbox/${encodeURIComponent(id)}`;

	app.get('/dashboard/inbox', (request, reply) => {
		const { agent: agentId, channel, state, offset } = parsePart(filterSchema, request.query, 'query');
		const agent = selectedAgent(services, agentId);
		const filter = { channel: channel ?? null, state: state ?? null };
		const page = repositories.conversations.page(agent.id, filter, ITEMS_SHOWN, offset);
		const conversations = { ...page, limit: ITEMS_SHOWN, offset };
		const view = { agents: allAgents(services), filter: { agent: agent.id, channel, state }, conversations };
		return sendPage(reply, inboxPage(view));
	});
	app.get('/dashboard/inbox/:id', (request, reply) => {
		const conversation = conversationOf(request.params);
		const agent = selectedAgent(services, conversation.agentId);
		const isEmail = conversation.channel === 'email';
		const view = {
			conversation,
			messages: repositories.messages.ofConversation(conversation.id),
			notes: repositories.notes.ofConversation(conversation.id),
			deliveries: isEmail ? email.conversations.read(agent, sessionIdOf(conversation.id)).deliveries : null,
		};
		return sendPage(reply, conversationPage(view));
	});
	app.post('/dashboard/inbox/:id/state', (request, reply) => {
		const { id } = conversationOf(request.params);
		inbox.change(id, parsePart(z.strictObject({ state: conversationStateSchema }), request.body, 'form'));
		return reply.redirect(pathOf(id), 303);
	});
	app.post('/dashboard/inbox/:id/messages', (request, reply) => {
		const { id, agentId, channel } = conversationOf(request.params);
		const { content } = parsePart(contentSchema, request.body, 'form');
		if (channel === 'email') {
			const agent = selectedAgent(services, agentId);
			email.replies.queue(agent, { sessionId: sessionIdOf(id), content, idempotencyKey: randomUUID() });
		} else {
			inbox.addMessage(id, { role: 'teammate', content });
		}
		return reply.redirect(pathOf(id), 303);
	});
	app.post('/dashboard/inbox/:id/notes', (request, reply) => {
		const { id } = conversationOf(request.params);
		inbox.addNote(id, { author: 'Team', ...parsePart(contentSchema, request.body, 'form') });
		return reply.redirect(pathOf(id), 303);
	});
}

export interface InboxView {
	agents: Agent[];
	filter: { agent: string; channel?: string; state?: string };
	conversations: { items: StoredConversation[]; total: number; limit: number; offset: number };
}

const STATES = ['', 'open', 'resolved'];

function inboxPage({ agents, filter, conversations }: InboxView): Page {
	return {
		title: 'Inbox',
		menu: '/dashboard/inbox',
		content: html`<form method="get" action="/dashboard/inbox" class="filter">
				${agentFilter(agents, filter.agent)}
				<label
					>Channel <input name="channel" value="${filter.channel ?? ''}" placeholder="all" list="channels"
				/></label>
				<datalist id="channels">
					${['website', 'api', 'email', 'whatsapp', 'instagram'].map((channel) => html`<option value="${channel}"></option>`)}
				</datalist>
				<label
					>State
					<select name="state">
						${STATES.map(
							(state) =>
								html`<option value="${state}" ${state === (filter.state ?? '') ? 'selected' : ''}>
									${state === '' ? 'all' : state}
								</option>`,
						)}
					</select></label
				>
				<button>Show</button>
			</form>
			${table({
				id: 'conversations',
				label: 'Conversations',
				empty: 'No conversation. One begins in the chat of the website, by mail or with an API call.',
				columns: [
					...['Conversation', 'Channel', 'Visitor', 'State'],
					{ name: 'Messages', kind: 'number' },
					...['Started', 'Last message'],
				],
				rows: conversations.items.map(conversationCells),
			})}
			${paging({ path: '/dashboard/inbox', query: filter, ...conversations })}`,
	};
}

function conversationCells(conversation: StoredConversation) {
	const { id, channel, visitorName, visitorEmail, state, messageCount, createdAt, lastMessageAt } = conversation;
	return [
		html`<a href="/dashboard/inbox/${encodeURIComponent(id)}">${addressParts(id)}</a>`,
		channel,
		html`${visitorName ?? ''} <span class="faint">${addressParts(visitorEmail ?? '')}</span>`,
		badge(state),
		messageCount,
		moment(createdAt),
		moment(lastMessageAt),
	];
}

export interface ConversationView {
	conversation: StoredConversation;
	messages: StoredMessage[];
	/** Shown only here, never by the customer API. */
	notes: StoredNote[];
	/** Null for other channels than email. */
	deliveries: EmailConversation['deliveries'] | null;
}

function conversationPage({ conversation, messages, notes, deliveries }: ConversationView): Page {
	const { id, agentId, channel, state, rating, createdAt } = conversation;
	const path = `/dashboard/inbox/${encodeURIComponent(id)}`;
	return {
		title: 'Conversation',
		menu: '/dashboard/inbox',
		content: html`<p>
				<code>${id}</code>, <a href="/dashboard/agents/${agentId}">${agentId}</a>, ${channel}, started
				${moment(createdAt)} ${badge(state)} ${rating === null ? '' : `rated ${rating} of 5`} ${visitorOf(conversation)}
			</p>
			<form method="post" action="${path}/state">
				<button name="state" value="${state === 'open' ? 'resolved' : 'open'}" class="quiet">
					${state === 'open' ? 'Resolve' : 'Reopen'}
				</button>
			</form>
			<ol class="transcript" data-live id="transcript">
				${messages.map(messageItem)}
			</ol>
			${deliveries === null ? '' : deliveryList(deliveries)}
			<div class="columns">
				<section>
					<h2>Reply as a teammate</h2>
					<form method="post" action="${path}/messages" class="fields">
						<label>Message <textarea name="content" rows="3" required></textarea></label>
						<button>${channel === 'email' ? 'Send mail' : 'Reply'}</button>
					</form>
				</section>
				<section>
					<h2>Private notes</h2>
					<ul class="notes">
						${notes.map(({ author, content, createdAt: at }) => html`<li><strong>${author}</strong> ${moment(at)}<br />${content}</li>`)}
					</ul>
					<form method="post" action="${path}/notes" class="fields">
						<label>Note <textarea name="content" rows="2" required></textarea></label>
						<button>Add note</button>
					</form>
				</section>
			</div>`,
	};
}

function visitorOf({ visitorName, visitorEmail, city, country }: StoredConversation): string {
	const known = [visitorName, visitorEmail, city, country].filter(Boolean);
	return known.length === 0 ? '' : `with ${known.join(', ')}`;
}

function messageItem({ role, content, sources, createdAt }: StoredMessage): Html {
	return html`<li class="${role}">
		<div class="who">${role} ${moment(createdAt)}</div>
		<div class="said">${raw(safeHtml(content))}</div>
		${sources.length === 0 ? '' : html`<div class="faint">Sources: ${sources.map(({ title, url }) => url ?? title).join(', ')}</div>`}
	</li>`;
}

function deliveryList(deliveries: EmailConversation['deliveries']): Html {
	const rows = deliveries.map(({ id, createdAt, status, outcomes }) => [
		html`<code>${id}</code>`,
		moment(createdAt),
		badge(status),
		html`${outcomes.map((outcome) => html`${outcome.address} ${badge(outcome.status)} ${outcome.reason ?? ''}<br />`)}`,
	]);
	const columns = ['Delivery', 'Queued', 'Status', 'Addresses'];
	return html`<h2>Deliveries</h2>
		${table({ id: 'deliveries', label: 'Deliveries', columns, rows })}`;
}
