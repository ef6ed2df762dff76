import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { hostOf, isAllowedHost } from '../../net/allowed-host';
import { Problem } from '../../problems/problem';
import {
	errorResponses,
	optionalIdempotencyHeaders,
	waitBodySchema,
	waitIdParams,
	waitStartedSchema,
	waitViewSchema,
} from '../schemas';
import type { GatewayServices } from '../services';
import { presentTask } from './tasks';

type Options = Pick<GatewayServices, 'waits' | 'config'>;

/** Waits of n8n executions: several tasks, one callback. */
export const waitRoutes: FastifyPluginCallbackZod<Options> = (app, { waits, config }, done) => {
	app.post(
		'/waits',
		{
			config: {
				role: 'start',
				repeat: 'The same execution, node, run index, tasks and callback are the same wait.',
			},
			schema: {
				tags: ['Waits'],
				summary:
					'Send one callback when all tasks have ended. A newer wait of the same execution and node ends an older one.',
				headers: optionalIdempotencyHeaders,
				body: waitBodySchema,
				response: { 202: waitStartedSchema, ...errorResponses },
			},
		},
		async ({ body }, reply) => {
			checkCallbackUrl(body.callbackUrl, config.callbackHosts);
			const { id } = await waits.start(body);
			return reply.code(202).send({ id, links: { self: `/v1/waits/${encodeURIComponent(id)}` } });
		},
	);

	app.get(
		'/waits/:id',
		{
			config: { role: 'read' },
			schema: {
				tags: ['Waits'],
				summary: 'Get a wait and its tasks with their results',
				params: waitIdParams,
				response: { 200: waitViewSchema, ...errorResponses },
			},
		},
		async ({ params }) => {
			const { id, status, tasks } = await waits.get(params.id);
			return { id, status, tasks: tasks.map(presentTask) };
		},
	);
	done();
};

/**
 * Refuses a callback address before a wait is made: only hosts of gateway.callbackHosts (host:port, exact), and no
 * user or password in it. @throws Problem 400 with the issue path callbackUrl
 */
function checkCallbackUrl(callbackUrl: string, callbackHosts: readonly string[]): void {
	const host = hostOf(callbackUrl);
	if (host === null) throw refused('must be an http:// or https:// address without user and password');
	if (isAllowedHost(callbackUrl, callbackHosts)) return;
	throw refused(`leads to ${host}, which is not allowed; add ${host} to gateway.callbackHosts if this is your n8n`);
}

function refused(message: string): Problem {
	return new Problem({
		type: 'invalid_request',
		title: 'The callback address is not allowed',
		status: 400,
		detail: `Nothing was done. callbackUrl ${message}.`,
		issues: [{ path: 'callbackUrl', message }],
	});
}
