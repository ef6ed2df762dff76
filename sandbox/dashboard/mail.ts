import type { FastifyInstance, FastifyReply } from 'fastify';
import { html } from 'hono/html';
import { z } from 'zod';
import { integerIdParamSchema } from '../../api';
import type { ReceivedMail } from '../database/mail-server-repository';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import { allAgents, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN } from './form';
import { linkedText } from './linked-text';
import { mailboxesPart, mailboxForms, type MailboxesState, type MailboxesView } from './mailboxes';
import { type Page, sendPage } from './page';
import { addressParts, moment } from './parts';
import { table } from './table';

/** Mail that the sandbox's own mail server accepted, and the mailboxes. */
export function mailPages(app: FastifyInstance, services: DashboardServices): void {
	const { receivedMail, mailboxes } = services.repositories;
	const show = (reply: FastifyReply, state: MailboxesState) => {
		const agents = allAgents(services);
		const view = {
			...state,
			agents,
			mailboxes: agents.flatMap(({ id }) => mailboxes.ofAgent(id)),
			mails: receivedMail.list({}, ITEMS_SHOWN, 0),
			serverUrl: services.smtpUrl,
		};
		return sendPage(reply, mailPage(view));
	};

	app.get('/dashboard/mail', (_request, reply) => show(reply, {}));
	app.get('/dashboard/mail/:id', (request, reply) => {
		const { id } = parsePart(z.looseObject({ id: integerIdParamSchema }), request.params, 'path');
		const mail = receivedMail.find(id);
		if (!mail) throw problems.notFound('mail');
		return sendPage(reply, messagePage(mail));
	});
	mailboxForms(app, services, show);
}

interface MailView extends MailboxesView {
	/** Newest first. */
	mails: ReceivedMail[];
	/** Of the sandbox's own mail server. */
	serverUrl: string;
}

function mailPage({ mails, serverUrl, ...mailboxes }: MailView): Page {
	return {
		title: 'Mail',
		menu: '/dashboard/mail',
		content: html`<p>
				Mail that the sandbox's own mail server (<code>${serverUrl}</code>) received, newest first: outgoing mail, test
				mail, forwarding confirmations, and incoming mail for a mailbox.
			</p>
			${table({
				id: 'mails',
				label: 'Received mail',
				empty: 'No mail yet. Mail that an agent sends to its customers arrives here.',
				columns: [{ name: 'Subject', kind: 'wide' }, 'From', 'To', 'Received'],
				rows: mails.map(({ id, subject, mailFrom, rcptTo, receivedAt }) => [
					html`<a href="/dashboard/mail/${id}">${subject === '' ? '(no subject)' : subject}</a>`,
					mailFrom === '' ? '(bounce)' : addressParts(mailFrom),
					addressParts(rcptTo.join(', ')),
					moment(receivedAt),
				]),
			})}
			${mailboxesPart(mailboxes)}`,
	};
}

/** One message. Its text is shown as plain text with links. */
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
			<pre tabindex="0">${linkedText(mail.text)}</pre>`,
	};
}
