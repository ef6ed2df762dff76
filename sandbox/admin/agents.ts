import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { qaPairCreateBodySchema } from '../../api';
import type { Agent, AgentsRepository } from '../database/agents-repository';
import { attachmentSchema } from '../database/qa-pairs-repository';
import { GENERATED_KINDS, type Generators } from '../demo/generate';
import { parsePart } from '../problems/parse-part';
import { problems } from '../problems/problems';
import type { QaPairs } from '../training/qa-pairs';

/** The agent of an admin API route. @throws ApiProblem not_found */
export function agentOf(agents: AgentsRepository, params: unknown): Agent {
	const { id } = parsePart(z.looseObject({ id: z.string() }), params, 'path');
	const agent = agents.find(id);
	if (!agent) throw problems.notFound('agent');
	return agent;
}

const mediaPairSchema = qaPairCreateBodySchema.extend({ attachments: z.array(attachmentSchema).min(1).max(10) });

/** Q&A pairs with images or video, which only the dashboard can create. */
export function mediaPairsAdmin(app: FastifyInstance, agents: AgentsRepository, qaPairs: QaPairs): void {
	app.post('/agents/:id/qa-pairs', (request, reply) => {
		const agent = agentOf(agents, request.params);
		return reply.code(201).send(qaPairs.createMedia(agent, parsePart(mediaPairSchema, request.body, 'body')));
	});
}

const generateSchema = z.strictObject({
	kind: z.enum(GENERATED_KINDS),
	count: z.number().int().min(1).max(5_000_000),
	/** The generated items are spread evenly over this number of past days. */
	days: z.number().int().min(1).max(3650).default(365),
});

/** Creates many items in one request. The response comes when all of them exist. */
export function generatorsAdmin(app: FastifyInstance, agents: AgentsRepository, generators: Generators): void {
	app.post('/agents/:id/generate', async (request, reply) => {
		const agent = agentOf(agents, request.params);
		const options = parsePart(generateSchema, request.body, 'body');
		const { seconds } = await generators.generate(agent, options);
		return reply.code(201).send({ ...options, seconds });
	});
}
