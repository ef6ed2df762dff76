import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { integerIdParamSchema } from '../../../api';
import type { Leads } from '../../conversations/leads';
import { parsePart } from '../../problems/parse-part';
import type { AgentsRepository } from '../../database/agents-repository';
import { agentOf } from './agent-param';

const textSchema = z.string().max(10_000);
const leadSchema = z.strictObject({
	/** Left out: a conversation on the website is begun. */
	conversationId: z.string().min(1).optional(),
	name: textSchema,
	email: textSchema,
	phone: textSchema.nullable().optional(),
	city: textSchema.optional(),
	country: textSchema.optional(),
	countryCode: textSchema.optional(),
	fields: z.record(z.string(), z.unknown()).optional(),
	/** Kept for the dashboard; the customer API never shows it. */
	network: z.record(z.string(), z.string()).optional(),
	/** Left out: now. */
	capturedAt: z.iso.datetime({ offset: true }).optional(),
});

/** Leads as the channels capture them. */
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
