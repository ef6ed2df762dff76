import type { FastifyInstance } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { integerIdParamSchema } from '../../api';
import type { ReceivedMail } from '../database/mail-server-repository';
import type { StoredMailbox } from '../database/mailboxes-repository';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import { allAgents, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN } from './form';
import { type Html, type Page, sendPage } from './page';
import { badge, moment } from './parts';

/** Mail that the sandbox's own mail server accepted, and the mailboxes. */
export function mailPages(app: FastifyInstance, services: DashboardServices): void {
	const { receivedMail, mailboxes } = services.repositories;

	app.get('/dashboard/mail', (_request, reply) => {
		const view = {
			mailboxes: allAgents(services).flatMap(({ id }) => mailboxes.ofAgent(id)),
			mails: receivedMail.list({}, ITEMS_SHOWN, 0),
			serverUrl: services.smtpUrl,
		};
		return sendPage(reply, mailPage(view));
	});
	app.get('/dashboard/mail/:id', (request, reply) => {
		const { id } = parsePart(z.looseObject({ id: integerIdParamSchema }), request.params, 'path');
		const mail = receivedMail.find(id);
		if (!mail) throw problems.notFound('mail');
		return sendPage(reply, messagePage(mail));
	});
}

export interface MailView {
	mailboxes: StoredMailbox[];
	/** Newest first. */
	mails: ReceivedMail[];
	/** Mail server for outgoing mail, if it is not the sandbox's own. */
	serverUrl: string;
}

function mailPage({ mailboxes, mails, serverUrl }: MailView): Page {
	return {
		title: 'Mail',
		menu: '/dashboard/mail',
		content: html`<p>
				Mail that the sandbox's own mail server (<code>${serverUrl}</code>) received, newest first: outgoing mail, test
				mail, forwarding confirmations, and incoming mail for a mailbox.
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
						<th>AI replies</th>
						<th>Receiving verified</th>
					</tr>
				</thead>
				<tbody data-live id="mailboxes">
					${mailboxes.map(mailboxRow)}
				</tbody>
			</table>
			${mailboxes.length === 0 ? html`<p class="faint">No mailbox yet. POST /agents/{id}/email creates one.</p>` : ''}`,
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

/** One message. Its text is shown as plain text. */
function messagePage(mail: ReceivedMail): Page {
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
