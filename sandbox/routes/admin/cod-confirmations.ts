import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { CodConfirmations } from '../../conversations/cod-confirmations';
import { parsePart } from '../../problems/parse-part';
import type { AgentsRepository } from '../../database/agents-repository';
import { COD_STATUSES } from '../../database/cod-repository';
import { agentOf } from './agent-param';

const textSchema = z.string().min(1).max(1000);
const statusSchema = z.enum(COD_STATUSES);
const confirmationSchema = z.strictObject({
	orderNumber: textSchema,
	customerName: textSchema,
	customerPhone: textSchema,
	/** In the currency, as 49.9. */
	amount: z.number().min(0).max(1_000_000_000),
	currency: z.string().regex(/^[A-Z]{3}$/, 'must be a currency code of three letters, as EUR'),
	conversationId: textSchema.optional(),
	status: statusSchema.optional(),
	createdAt: z.iso.datetime({ offset: true }).optional(),
});

/** Cash-on-delivery confirmations: asked for, and answered by the buyer. */
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
