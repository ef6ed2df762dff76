import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiProblem, problems } from '../problems/problems';
import type { Settings } from '../runtime/settings';

/** Sends every error in the envelope of the specification's part 7, without exception. */
export const errorEnvelope = fastifyPlugin((app: FastifyInstance) => {
	app.setErrorHandler((error: FastifyError, request, reply) => {
		const problem = toProblem(error);
		if (problem.status >= 500) request.log.error({ err: error }, 'a request failed');
		return sendProblem(reply, problem);
	});
	app.setNotFoundHandler((request, reply) =>
		sendProblem(reply, problems.notFound(`endpoint: ${request.method} ${request.url.split('?')[0] ?? ''}`)),
	);
});

export function sendProblem(reply: FastifyReply, problem: ApiProblem): FastifyReply {
	if (problem.retryAfter !== undefined) void reply.header('retry-after', String(problem.retryAfter));
	return reply.code(problem.status).type('application/json; charset=utf-8').send(problem.toJSON());
}

/** Errors of Fastify itself (malformed JSON, a wrong content type, an oversize body) keep their status. */
export function toProblem(error: Error & { statusCode?: number }): ApiProblem {
	if (error instanceof ApiProblem) return error;
	const status = error.statusCode ?? 500;
	if (status === 400) return problems.invalidRequest(error.message);
	if (status > 400 && status < 500) {
		const title = STATUS_CODES[status] ?? 'Invalid request';
		return new ApiProblem({ type: title.toLowerCase().replaceAll(/\W+/g, '_'), title, status, detail: error.message });
	}
	return new ApiProblem({
		type: 'internal_error',
		title: 'Internal error',
		status: 500,
		detail: 'The sandbox failed to process this request. See its log on stderr for the cause.',
	});
}

/** Removes `detail` and `issues` from errors if the settings say so: the specification does not promise them. */
export const errorDetails = fastifyPlugin((app: FastifyInstance, { settings }: { settings: Settings }, done) => {
	app.addHook('preSerialization', (_request, reply, payload, next) => {
		next(null, reply.statusCode >= 400 ? inConfiguredForm(payload, settings) : payload);
	});
	done();
});

function inConfiguredForm(problem: unknown, { current: { errorDetails: form } }: Settings): unknown {
	if (form === 'given' || typeof problem !== 'object' || problem === null) return problem;
	const rest = Object.fromEntries(Object.entries(problem).filter(([name]) => name !== 'detail' && name !== 'issues'));
	return form === 'null' ? { ...rest, detail: null, issues: null } : rest;
}
