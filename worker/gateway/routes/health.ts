import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { GatewayMetrics } from '../plugins/metrics';
import type { GatewayServices, ReadinessCheck } from '../services';

type Options = Pick<GatewayServices, 'readiness'> & { metrics: GatewayMetrics };

const readinessSchema = z.object({
	ready: z.boolean(),
	checks: z.array(z.object({ name: z.string(), ok: z.boolean(), detail: z.string().optional() })),
});

/** For whoever runs the gateway; asks for no token and tells no secret. */
export const healthRoutes: FastifyPluginCallbackZod<Options> = (app, { readiness, metrics }, done) => {
	app.get(
		'/healthz',
		{
			schema: {
				tags: ['Operations'],
				summary: 'The process is alive',
				security: [],
				response: { 200: z.object({ status: z.literal('ok') }) },
			},
		},
		() => ({ status: 'ok' as const }),
	);

	app.get(
		'/readyz',
		{
			schema: {
				tags: ['Operations'],
				summary: 'Temporal can be reached, and the worker of this process polls',
				security: [],
				response: { 200: readinessSchema, 503: readinessSchema },
			},
		},
		async (_request, reply) => {
			const checks = await Promise.all(readiness.map(outcome));
			const ready = checks.every(({ ok }) => ok);
			return reply.code(ready ? 200 : 503).send({ ready, checks });
		},
	);

	app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
		reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
	);
	done();
};

async function outcome(part: ReadinessCheck) {
	const { name } = part;
	try {
		await part.check();
		return { name, ok: true };
	} catch (error) {
		return { name, ok: false, detail: error instanceof Error ? error.message : String(error) };
	}
}
