import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { conversationStateSchema } from '../../../api';
import { describeTranscript, type Inbox } from '../../conversations/inbox';
import { parsePart } from '../../problems/parse-part';
import type { Repositories } from '../../database/repositories';
import { MESSAGE_ROLES } from '../../database/conversations-repository';
import { agentOf } from './agent-param';

const textSchema = z.string().min(1).max(100_000);
const messageSchema = z.strictObject({ role: z.enum(MESSAGE_ROLES), content: textSchema });
const noteSchema = z.strictObject({ author: textSchema.default('Team'), content: textSchema });
const changeSchema = z.strictObject({
	state: conversationStateSchema.optional(),
	rating: z.number().int().min(1).max(5).optional(),
});
const conversationSchema = changeSchema.extend({
	channel: z.string().min(1).max(64).default('website'),
	visitor: z
		.strictObject({
			visitorName: z.string(),
			visitorEmail: z.string(),
			city: z.string(),
			region: z.string(),
			country: z.string(),
			countryCode: z.string(),
		})
		.partial()
		.optional(),
	/** Kept for the dashboard; the customer API never shows it. */
	network: z.record(z.string(), z.string()).optional(),
	createdAt: z.iso.datetime({ offset: true }).optional(),
	messages: z.array(messageSchema).max(1000).optional(),
});

const idOf = (params: unknown) => parsePart(z.looseObject({ id: z.string() }), params, 'path').id;

/** Conversations as the channels begin them, and what the team does in the Inbox. */
export function inboxAdmin(app: FastifyInstance, repositories: Repositories, inbox: Inbox): void {
	app.post('/agents/:id/conversations', (request, reply) => {
		const agent = agentOf(repositories.agents, request.params);
		return reply.code(201).send(inbox.begin(agent, parsePart(conversationSchema, request.body, 'body')));
	});
	app.get('/conversations/:id', (request) => {
		const conversation = inbox.find(idOf(request.params));
		const { messages, notes } = repositories;
		const transcript = describeTranscript(conversation, messages.ofConversation(conversation.id));
		return { ...transcript, notes: notes.ofConversation(conversation.id) };
	});
	app.patch('/conversations/:id', (request) =>
		inbox.change(idOf(request.params), parsePart(changeSchema, request.body, 'body')),
	);
	app.delete('/conversations/:id', (request, reply) => {
		inbox.delete(idOf(request.params));
		return reply.code(204).send();
	});
	app.post('/conversations/:id/messages', (request, reply) => {
		const message = parsePart(messageSchema, request.body, 'body');
		return reply.code(201).send(inbox.addMessage(idOf(request.params), message));
	});
	app.post('/conversations/:id/notes', (request, reply) => {
		const note = parsePart(noteSchema, request.body, 'body');
		return reply.code(201).send(inbox.addNote(idOf(request.params), note));
	});
}
