import { html } from 'hono/html';
import type { StoredMailbox } from '../../database/mailboxes-repository';
import type { ReceivedMail } from '../../database/mail-server-repository';
import type { Html, Page } from '../page';
import { badge } from '../parts/badge';
import { moment } from '../parts/moment';

export interface MailView {
	mailboxes: StoredMailbox[];
	/** Newest first. */
	mails: ReceivedMail[];
	/** Where mail goes that is not for the sandbox's own server. */
	serverUrl: string;
}

export function mailPage({ mailboxes, mails, serverUrl }: MailView): Page {
	return {
		title: 'Mail',
		menu: '/dashboard/mail',
		content: html`<p>
				What the sandbox's own mail server (<code>${serverUrl}</code>) took, newest first: mail that went out, tests,
				forwarding confirmations, and mail that came in for a mailbox.
			</p>
			<table>
				<thead>
					<tr>
						<th>Subject</th>
						<th>From</th>
						<th>To</th>
						<th>Received</th>
					</tr>
				</thead>
				<tbody data-live id="mails">
					${mails.map(mailRow)}
				</tbody>
			</table>
			${mails.length === 0 ? html`<p class="faint">No mail yet.</p>` : ''}
			<h2>Mailboxes</h2>
			<table>
				<thead>
					<tr>
						<th>Address</th>
						<th>Agent</th>
						<th>Status</th>
						<th>Default sender</th>
						<th>AI answers</th>
						<th>Receiving verified</th>
					</tr>
				</thead>
				<tbody data-live id="mailboxes">
					${mailboxes.map(mailboxRow)}
				</tbody>
			</table>
			${mailboxes.length === 0 ? html`<p class="faint">No mailbox yet: POST /agents/{id}/email makes one.</p>` : ''}`,
	};
}

function mailRow({ id, subject, mailFrom, rcptTo, receivedAt }: ReceivedMail): Html {
	return html`<tr>
		<td><a href="/dashboard/mail/${id}">${subject === '' ? '(no subject)' : subject}</a></td>
		<td>${mailFrom === '' ? '(bounce)' : mailFrom}</td>
		<td>${rcptTo.join(', ')}</td>
		<td>${moment(receivedAt)}</td>
	</tr>`;
}

function mailboxRow(mailbox: StoredMailbox): Html {
	return html`<tr>
		<td>${mailbox.name} &lt;${mailbox.address}&gt;<br /><code>${mailbox.id}</code></td>
		<td>${mailbox.agentId}</td>
		<td>${badge(mailbox.status)}</td>
		<td>${mailbox.isDefault ? 'yes' : 'no'}</td>
		<td>${mailbox.aiEnabled ? 'yes' : 'no'}</td>
		<td>${moment(mailbox.receivingVerifiedAt)}</td>
	</tr>`;
}

/** One message; its text as text. */
export function messagePage(mail: ReceivedMail): Page {
	return {
		title: mail.subject === '' ? '(no subject)' : mail.subject,
		menu: '/dashboard/mail',
		content: html`<dl>
				<dt>From</dt>
				<dd>${mail.mailFrom}</dd>
				<dt>To</dt>
				<dd>${mail.rcptTo.join(', ')}</dd>
				<dt>Received</dt>
				<dd>${moment(mail.receivedAt)}</dd>
				<dt>Message-ID</dt>
				<dd><code>${mail.messageId}</code></dd>
			</dl>
			<pre tabindex="0">${mail.text}</pre>`,
	};
}
