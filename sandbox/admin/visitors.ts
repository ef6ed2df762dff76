import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { SimulatedVisitors } from '../demo/visitors/simulated-visitors';
import { parsePart } from '../problems/parse-part';

const changeSchema = z.strictObject({ enabled: z.boolean() });

/** The switch of the simulated visitors, and how many have come. */
export function visitorsAdmin(app: FastifyInstance, visitors: SimulatedVisitors): void {
	app.get('/visitors', () => visitors.describe());
	app.patch('/visitors', (request) => {
		visitors.setEnabled(parsePart(changeSchema, request.body, 'body').enabled);
		return visitors.describe();
	});
}
