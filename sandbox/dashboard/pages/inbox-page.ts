import { html } from 'hono/html';
import type { Agent } from '../../database/agents-repository';
import type { StoredConversation } from '../../database/conversations-repository';
import type { Html, Page } from '../page';
import { agentFilter } from '../parts/agent-options';
import { badge } from '../parts/badge';
import { moment } from '../parts/moment';
import { paging } from '../parts/paging';

export interface InboxView {
	agents: Agent[];
	filter: { agent: string; channel?: string; state?: string };
	conversations: { items: StoredConversation[]; total: number; limit: number; offset: number };
}

const STATES = ['', 'open', 'resolved'];

export function inboxPage({ agents, filter, conversations }: InboxView): Page {
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
			<table>
				<thead>
					<tr>
						<th>Conversation</th>
						<th>Channel</th>
						<th>Visitor</th>
						<th>State</th>
						<th>Messages</th>
						<th>Begun</th>
						<th>Last message</th>
					</tr>
				</thead>
				<tbody data-live id="conversations">
					${conversations.items.map(conversationRow)}
				</tbody>
			</table>
			${paging({ path: '/dashboard/inbox', query: filter, ...conversations })}`,
	};
}

function conversationRow(conversation: StoredConversation): Html {
	const { id, channel, visitorName, visitorEmail, state, messageCount, createdAt, lastMessageAt } = conversation;
	return html`<tr>
		<td><a href="/dashboard/inbox/${encodeURIComponent(id)}">${id}</a></td>
		<td>${channel}</td>
		<td>${visitorName ?? ''} <span class="faint">${visitorEmail ?? ''}</span></td>
		<td>${badge(state)}</td>
		<td class="number">${messageCount}</td>
		<td>${moment(createdAt)}</td>
		<td>${moment(lastMessageAt)}</td>
	</tr>`;
}
