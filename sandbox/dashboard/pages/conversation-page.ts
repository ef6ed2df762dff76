import { html, raw } from 'hono/html';
import type { EmailConversation } from '../../../api';
import { safeHtml } from '../../markdown/safe-html';
import type { StoredConversation, StoredMessage, StoredNote } from '../../database/conversations-repository';
import type { Html, Page } from '../page';
import { badge } from '../parts/badge';
import { moment } from '../parts/moment';

export interface ConversationView {
	conversation: StoredConversation;
	messages: StoredMessage[];
	/** Shown here, and never by the customer API. */
	notes: StoredNote[];
	/** Null for other channels than email. */
	deliveries: EmailConversation['deliveries'] | null;
}

export function conversationPage({ conversation, messages, notes, deliveries }: ConversationView): Page {
	const { id, agentId, channel, state, rating, createdAt } = conversation;
	const path = `/dashboard/inbox/${encodeURIComponent(id)}`;
	return {
		title: 'Conversation',
		menu: '/dashboard/inbox',
		content: html`<p>
				<code>${id}</code>, <a href="/dashboard/agents/${agentId}">${agentId}</a>, ${channel}, begun
				${moment(createdAt)} ${badge(state)} ${rating === null ? '' : `rated ${rating} of 5`} ${visitorOf(conversation)}
			</p>
			<form method="post" action="${path}/state">
				<button name="state" value="${state === 'open' ? 'resolved' : 'open'}" class="quiet">
					${state === 'open' ? 'Resolve' : 'Open again'}
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
	return html`<h2>Deliveries</h2>
		<table>
			<thead>
				<tr>
					<th>Delivery</th>
					<th>Queued</th>
					<th>Status</th>
					<th>Addresses</th>
				</tr>
			</thead>
			<tbody data-live id="deliveries">
				${deliveries.map(
					({ id, createdAt, status, outcomes }) =>
						html`<tr>
							<td><code>${id}</code></td>
							<td>${moment(createdAt)}</td>
							<td>${badge(status)}</td>
							<td>
								${outcomes.map((outcome) => html`${outcome.address} ${badge(outcome.status)} ${outcome.reason ?? ''}<br />`)}
							</td>
						</tr>`,
				)}
			</tbody>
		</table>`;
}
