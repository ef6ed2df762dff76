import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { GENERATED_KINDS, type Generators } from '../../demo/generate';
import { parsePart } from '../../problems/parse-part';
import type { AgentsRepository } from '../../database/agents-repository';
import { agentOf } from './agent-param';

const generateSchema = z.strictObject({
	kind: z.enum(GENERATED_KINDS),
	count: z.number().int().min(1).max(5_000_000),
	/** They are spread evenly over so many days up to now. */
	days: z.number().int().min(1).max(3650).default(365),
});

/** Many at once; answers when they are there. */
export function generatorsAdmin(app: FastifyInstance, agents: AgentsRepository, generators: Generators): void {
	app.post('/agents/:id/generate', async (request, reply) => {
		const agent = agentOf(agents, request.params);
		const options = parsePart(generateSchema, request.body, 'body');
		const { seconds } = await generators.generate(agent, options);
		return reply.code(201).send({ ...options, seconds });
	});
}
