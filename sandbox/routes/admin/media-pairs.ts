import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { qaPairCreateBodySchema } from '../../../api';
import { parsePart } from '../../problems/parse-part';
import { attachmentSchema } from '../../database/qa-pairs-repository';
import type { QaPairs } from '../../training/qa-pairs';
import type { AgentsRepository } from '../../database/agents-repository';
import { agentOf } from './agent-param';

const mediaPairSchema = qaPairCreateBodySchema.extend({ attachments: z.array(attachmentSchema).min(1).max(10) });

/** Q&A pairs with images or video, which only the dashboard can make. */
export function mediaPairsAdmin(app: FastifyInstance, agents: AgentsRepository, qaPairs: QaPairs): void {
	app.post('/agents/:id/qa-pairs', (request, reply) => {
		const agent = agentOf(agents, request.params);
		return reply.code(201).send(qaPairs.createMedia(agent, parsePart(mediaPairSchema, request.body, 'body')));
	});
}
