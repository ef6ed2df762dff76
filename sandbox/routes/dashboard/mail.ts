import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { integerIdParamSchema } from '../../../api';
import { mailPage, messagePage } from '../../dashboard/pages/mail-page';
import { sendPage } from '../../dashboard/send-page';
import { problems } from '../../problems/problems';
import { parsePart } from '../../problems/parse-part';
import { allAgents, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN } from './form';

/** Mail as the sandbox's own mail server took it, and the mailboxes. */
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
