import { randomUUID } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { conversationStateSchema } from '../../../api';
import { conversationPage } from '../../dashboard/pages/conversation-page';
import { inboxPage } from '../../dashboard/pages/inbox-page';
import { sendPage } from '../../dashboard/send-page';
import { sessionIdOf } from '../../email/email-conversations';
import { parsePart } from '../../problems/parse-part';
import { allAgents, chosenAgent, type DashboardServices } from './dashboard-services';
import { ITEMS_SHOWN, notGivenWhenEmpty, offsetSchema } from './form';

const filterSchema = z.looseObject({
	agent: z.string().optional(),
	channel: z.preprocess(notGivenWhenEmpty, z.string().optional()),
	state: z.preprocess(notGivenWhenEmpty, conversationStateSchema.optional()),
	offset: offsetSchema,
});
const contentSchema = z.strictObject({ content: z.string().min(1).max(100_000) });

/** Conversations of every channel, with what the team notes and answers. */
export function inboxPages(app: FastifyInstance, services: DashboardServices): void {
	const { repositories, inbox, email } = services;
	const conversationOf = (params: unknown) =>
		inbox.find(parsePart(z.looseObject({ id: z.string() }), params, 'path').id);
	const pathOf = (id: string) => `/dashboard/inbox/${encodeURIComponent(id)}`;

	app.get('/dashboard/inbox', (request, reply) => {
		const { agent: agentId, channel, state, offset } = parsePart(filterSchema, request.query, 'query');
		const agent = chosenAgent(services, agentId);
		const filter = { channel: channel ?? null, state: state ?? null };
		const page = repositories.conversations.page(agent.id, filter, ITEMS_SHOWN, offset);
		const conversations = { ...page, limit: ITEMS_SHOWN, offset };
		const view = { agents: allAgents(services), filter: { agent: agent.id, channel, state }, conversations };
		return sendPage(reply, inboxPage(view));
	});
	app.get('/dashboard/inbox/:id', (request, reply) => {
		const conversation = conversationOf(request.params);
		const agent = chosenAgent(services, conversation.agentId);
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
			const agent = chosenAgent(services, agentId);
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
