import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import cors from '@fastify/cors';
import staticFiles from '@fastify/static';
import { z } from 'zod';
import { type ChatReply, emailAddressSchema } from '../../api';
import type { Chat } from '../chat/chat';
import type { Leads } from '../conversations/leads';
import type { Agent } from '../database/agents-repository';
import type { StoredMessage } from '../database/conversations-repository';
import type { Repositories } from '../database/repositories';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import { BROWSER_FILES } from '../server/browser-files';
import { safeHtml } from './safe-html';

/**
 * The chat on websites (specification, part 1): its script, and its own routes without an API key. Any website may call
 * them. They identify an agent by its public id and a conversation by its unguessable id. They do not identify
 * visitors.
 */
export function widget(services: WidgetServices) {
	return async (app: FastifyInstance): Promise<void> => {
		await app.register(staticFiles, {
			root: join(BROWSER_FILES, 'widget'),
			prefix: '/widget/',
			// Modules are loaded across origins.
			setHeaders: (reply) => void reply.setHeader('access-control-allow-origin', '*'),
		});
		app.get('/widget.js', (_request, reply) => reply.sendFile('widget.js'));
		// The routes have their own path: other websites may call only these. The customer API is not for browsers.
		await app.register(
			async (routes) => {
				await routes.register(cors, { origin: '*', methods: ['GET', 'POST'] });
				widgetConversations(routes, services);
			},
			{ prefix: '/widget' },
		);
	};
}

interface WidgetServices {
	repositories: Repositories;
	chat: Chat;
	leads: Leads;
}

/** Limits of visitors' texts, in characters. */
const shortText = z.string().trim().min(1).max(200);
const sessionIdSchema = z.string().min(1).max(200).optional();

const messageSchema = z.strictObject({ message: z.string().trim().min(1).max(4000), sessionId: sessionIdSchema });
const detailsSchema = z.strictObject({
	name: shortText,
	email: emailAddressSchema,
	phone: z.string().trim().min(1).max(50).optional(),
	/** The values of the website's own form fields, by their labels. */
	fields: z
		.record(shortText, z.string().max(2000))
		.refine((fields) => Object.keys(fields).length <= 20, 'has too many'),
	sessionId: sessionIdSchema,
});
const conversationParamsSchema = z.looseObject({ id: z.string(), conversationId: z.string() });

/** Conversations on websites, and the details that visitors leave in them. */
function widgetConversations(app: FastifyInstance, { repositories, chat, leads }: WidgetServices): void {
	const agentOf = (params: unknown): Agent => {
		const agent = repositories.agents.find(parsePart(z.looseObject({ id: z.string() }), params, 'path').id);
		if (!agent) throw problems.notFound('agent');
		return agent;
	};
	/** Conversations of other channels look as missing as deleted ones. */
	const requireConversation = (agent: Agent, id: string): void => {
		const conversation = repositories.conversations.find(id);
		const isHere = conversation?.agentId === agent.id && conversation.channel === 'website';
		if (!isHere) throw problems.notFound('conversation');
	};

	app.get('/agents/:id', (request) => ({ name: agentOf(request.params).name }));

	app.get('/agents/:id/conversations/:conversationId', (request) => {
		const { conversationId } = parsePart(conversationParamsSchema, request.params, 'path');
		requireConversation(agentOf(request.params), conversationId);
		return { messages: repositories.messages.ofConversation(conversationId).map(describeMessage) };
	});

	app.post('/agents/:id/messages', async (request) => {
		const agent = agentOf(request.params);
		const message = parsePart(messageSchema, request.body, 'body');
		const { sessionId, reply, sources } = await chat.send(agent, message, 'website');
		return { sessionId, message: describeMessage({ role: 'assistant', content: reply, sources }) };
	});

	app.post('/agents/:id/leads', (request, reply) => {
		const agent = agentOf(request.params);
		const { sessionId, ...details } = parsePart(detailsSchema, request.body, 'body');
		if (sessionId !== undefined) requireConversation(agent, sessionId);
		const lead = leads.capture(agent, { ...details, conversationId: sessionId });
		return reply.code(201).send({ sessionId: lead.conversationId });
	});
}

function describeMessage({
	role,
	content,
	sources,
}: Pick<StoredMessage, 'role' | 'content'> & Pick<ChatReply, 'sources'>) {
	return { role, html: safeHtml(content), sources };
}
