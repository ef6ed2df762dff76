import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { conversationStateSchema, integerIdParamSchema } from '../../api';
import type { CodConfirmations } from '../conversations/cod-confirmations';
import { describeTranscript, type Inbox } from '../conversations/inbox';
import type { Leads } from '../conversations/leads';
import type { AgentsRepository } from '../database/agents-repository';
import { COD_STATUSES } from '../database/cod-repository';
import { MESSAGE_ROLES } from '../database/conversations-repository';
import type { Repositories } from '../database/repositories';
import { parsePart } from '../problems/parse-part';
import { agentOf } from './agents';

const messageTextSchema = z.string().min(1).max(100_000);
const messageSchema = z.strictObject({ role: z.enum(MESSAGE_ROLES), content: messageTextSchema });
const noteSchema = z.strictObject({ author: messageTextSchema.default('Team'), content: messageTextSchema });
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

/** Creates conversations as the channels do, and does what the team does in the inbox. */
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

const leadTextSchema = z.string().max(10_000);
const leadSchema = z.strictObject({
	/** Default: a new conversation on the website. */
	conversationId: z.string().min(1).optional(),
	name: leadTextSchema,
	email: leadTextSchema,
	phone: leadTextSchema.nullable().optional(),
	city: leadTextSchema.optional(),
	country: leadTextSchema.optional(),
	countryCode: leadTextSchema.optional(),
	fields: z.record(z.string(), z.unknown()).optional(),
	/** Kept for the dashboard; the customer API never shows it. */
	network: z.record(z.string(), z.string()).optional(),
	/** Default: now. */
	capturedAt: z.iso.datetime({ offset: true }).optional(),
});

/** Creates leads as the channels capture them. */
export function leadsAdmin(app: FastifyInstance, agents: AgentsRepository, leads: Leads): void {
	app.post('/agents/:id/leads', (request, reply) => {
		const agent = agentOf(agents, request.params);
		return reply.code(201).send(leads.capture(agent, parsePart(leadSchema, request.body, 'body')));
	});
	app.delete('/agents/:id/leads/:leadId', (request, reply) => {
		const agent = agentOf(agents, request.params);
		const { leadId } = parsePart(z.looseObject({ leadId: integerIdParamSchema }), request.params, 'path');
		leads.delete(agent, leadId);
		return reply.code(204).send();
	});
}

const orderTextSchema = z.string().min(1).max(1000);
const statusSchema = z.enum(COD_STATUSES);
const confirmationSchema = z.strictObject({
	orderNumber: orderTextSchema,
	customerName: orderTextSchema,
	customerPhone: orderTextSchema,
	/** In units of the currency, for example 49.9. */
	amount: z.number().min(0).max(1_000_000_000),
	currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three letters, for example EUR'),
	conversationId: orderTextSchema.optional(),
	status: statusSchema.optional(),
	createdAt: z.iso.datetime({ offset: true }).optional(),
});

/** Cash-on-delivery confirmations: requested, then settled by the buyer. */
export function codAdmin(app: FastifyInstance, agents: AgentsRepository, confirmations: CodConfirmations): void {
	app.post('/agents/:id/cod-confirmations', (request, reply) => {
		const agent = agentOf(agents, request.params);
		return reply.code(201).send(confirmations.create(agent, parsePart(confirmationSchema, request.body, 'body')));
	});
	app.patch('/agents/:id/cod-confirmations/:confirmationId', (request) => {
		const agent = agentOf(agents, request.params);
		const { confirmationId } = parsePart(z.looseObject({ confirmationId: z.string() }), request.params, 'path');
		const { status } = parsePart(z.strictObject({ status: statusSchema }), request.body, 'body');
		return confirmations.settle(agent, confirmationId, status);
	});
}
