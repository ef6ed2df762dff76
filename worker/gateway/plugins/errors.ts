import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Problem } from '../../problems/problem';
import { isForReviewer, sendRefusalPage } from '../review/refusal';
import { problemOf } from './problem-of';

/** Every refusal leaves in the one error envelope, or as a page where a reviewer reads it. */
export function addErrorHandling(app: FastifyInstance): void {
	app.setErrorHandler(refuse);
	app.setNotFoundHandler(notFound);
}

/** What nobody expected is logged, and told with the request's id. Also for what Fastify itself refuses: see addressProblem. */
export function refuse(
	error: Error,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const problem = brokenOff(error, request) ?? addressProblem(error) ?? problemOf(error);
	if (problem !== null) return sendProblem(request, reply, problem);
	request.log.error({ err: error }, 'unexpected error');
	return sendProblem(
		request,
		reply,
		new Problem({
			type: 'internal_error',
			title: 'Something unexpected went wrong',
			status: 500,
			detail: `The log of the gateway tells what, under the request id ${request.id}. Trying again may help; with the same Idempotency-Key it is safe.`,
		}),
	);
}

/** The caller went away in the middle of the body: nobody reads this, and it is no fault of the gateway in log and metrics. */
function brokenOff(error: Error, { raw, log }: FastifyRequest): Problem | null {
	if (!raw.readableAborted || !('code' in error) || error.code !== 'ECONNRESET') return null;
	log.debug('the caller went away in the middle of the body');
	return new Problem({
		type: 'request_broken_off',
		title: 'The request was broken off',
		status: 400,
		detail: 'Nothing was done. The connection ended before the whole body had arrived. Send the request again.',
	});
}

/** An address that leads to no route because it cannot be read. */
function addressProblem(error: Error): Problem | null {
	const refusal = 'code' in error ? ADDRESS_REFUSALS[String(error.code)] : undefined;
	if (refusal === undefined) return null;
	const { message, status } = refusal;
	return new Problem({
		type: 'invalid_address',
		title: 'The address is not valid',
		status,
		detail: `Nothing was done. The path ${message}.`,
		issues: [{ path: 'path', message }],
	});
}

const ADDRESS_REFUSALS: Readonly<Record<string, { status: number; message: string } | undefined>> = {
	FST_ERR_BAD_URL: { status: 400, message: 'has a % that begins no escape: write it as %25' },
};

/** Also set inside /v1, so that an unknown route there asks for the token first. */
export function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
	const path = request.url.replace(/\?.*$/s, '');
	return sendProblem(
		request,
		reply,
		new Problem({
			type: 'route_not_found',
			title: 'There is no such route',
			status: 404,
			detail: `${request.method} ${path} is not served here. /openapi.json lists every route.`,
		}),
	);
}

function sendProblem(
	request: FastifyRequest,
	reply: FastifyReply,
	problem: Problem,
): FastifyReply | Promise<FastifyReply> {
	if (problem.retryAfterSeconds !== undefined) void reply.header('retry-after', String(problem.retryAfterSeconds));
	if (problem.status === 401) void reply.header('www-authenticate', 'Bearer');
	if (isForReviewer(request)) return sendRefusalPage(request, reply, problem);
	// Written by hand: the reply's own schema may be that of a success.
	return reply
		.code(problem.status)
		.header('content-type', 'application/json; charset=utf-8')
		.serializer((body: unknown) => JSON.stringify(body))
		.send(problem.toBody());
}
