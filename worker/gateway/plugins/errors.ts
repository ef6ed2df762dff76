import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problem';
import { problemOf } from './problem-of';

/** Every refusal leaves in the one error envelope; what nobody expected is logged and told with the request's id. */
export function addErrorHandling(app: FastifyInstance): void {
	app.setErrorHandler((error: FastifyError | Error, request, reply) => {
		const problem = problemOf(error);
		if (problem !== null) return sendProblem(reply, problem);
		request.log.error({ err: error }, 'unexpected error');
		return sendProblem(
			reply,
			new Problem({
				type: 'internal_error',
				title: 'Something unexpected went wrong',
				status: 500,
				detail: `The log of the gateway tells what, under the request id ${request.id}. Trying again may help; with the same Idempotency-Key it is safe.`,
			}),
		);
	});
	app.setNotFoundHandler(notFound);
}

/** Also set inside /v1, so that an unknown route there asks for the token first. */
export function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply {
	const path = request.url.replace(/\?.*$/s, '');
	return sendProblem(
		reply,
		new Problem({
			type: 'route_not_found',
			title: 'There is no such route',
			status: 404,
			detail: `${request.method} ${path} is not served here. /openapi.json lists every route.`,
		}),
	);
}

function sendProblem(reply: FastifyReply, problem: Problem): FastifyReply {
	if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', String(problem.retryAfterSeconds));
	if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
	// Written by hand: the reply's own schema may be that of a success.
	return reply
		.code(problem.status)
		.header('content-type', 'application/json; charset=utf-8')
		.serializer((body: unknown) => JSON.stringify(body))
		.send(problem.toBody());
}
