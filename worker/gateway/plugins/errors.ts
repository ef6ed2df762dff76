import { isGrpcServiceError, ServiceError } from '@temporalio/client';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { VERSION } from '../../config';
import { DestinationHeldError } from '../../destinations';
import { Problem } from '../../problems/problem';
import { type DecryptionError, ForeignPayloadError, keyErrorOf, PlainPayloadError } from '../../temporal/payload-codec';
import { UnknownKeyError } from '../../temporal/keyring';
import { GRPC, grpcCodeOf } from '../../temporal/grpc-code';
import { isForReviewer, sendRefusalPage } from '../review/pages';
import { problemOfStore } from './store-problem';

/** Every refusal has the one error envelope, or is a page if a reviewer reads it. */
export function addErrorHandling(app: FastifyInstance): void {
	app.setErrorHandler(refuse);
	app.setNotFoundHandler(notFound);
	app.decorateRequest('unsentForm', null);
}

/** Logs an unexpected error and answers with the request's id. Also for what Fastify itself refuses: see addressProblem. */
export function refuse(
	error: Error,
	request: FastifyRequest,
	reply: FastifyReply,
): FastifyReply | Promise<FastifyReply> {
	const problem = brokenOff(error, request) ?? addressProblem(error) ?? problemOf(error);
	if (problem?.type === 'blob_store_unavailable') request.log.error({ err: error }, 'the blob store failed');
	if (problem !== null) return sendProblem(request, reply, problem);
	request.log.error({ err: error }, 'unexpected error');
	return sendProblem(
		request,
		reply,
		new Problem({
			type: 'internal_error',
			title: 'Something unexpected went wrong',
			status: 500,
			detail: `The gateway's log has the error under the request id ${request.id}. A retry may help, and is safe with the same Idempotency-Key.`,
		}),
	);
}

/** The caller closed the connection in the middle of the body. Nobody reads the answer. Log and metrics show no fault of the gateway. */
function brokenOff(error: Error, { raw, log }: FastifyRequest): Problem | null {
	if (!raw.readableAborted || !('code' in error) || error.code !== 'ECONNRESET') return null;
	log.debug('the caller closed the connection in the middle of the body');
	return new Problem({
		type: 'request_broken_off',
		title: 'The request was cut off',
		status: 400,
		detail: 'Nothing was done. The connection ended before the whole body had arrived. Send the request again.',
	});
}

/** An address that leads to no route because it cannot be read. */
function addressProblem(error: Error): Problem | null {
	const refusal = 'code' in error ? ADDRESS_REFUSALS.get(String(error.code)) : undefined;
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

const ADDRESS_REFUSALS: ReadonlyMap<string, { status: number; message: string }> = new Map(
	Object.entries({
		FST_ERR_BAD_URL: { status: 400, message: 'has a % that starts no escape; write it as %25' },
	}),
);

/** Also set inside /v1, so that an unknown route there asks for the token first. */
export function notFound(request: FastifyRequest, reply: FastifyReply): FastifyReply | Promise<FastifyReply> {
	return sendProblem(request, reply, routeNotFound(request));
}

/** As for an address that no route has. */
export function routeNotFound({ method, url }: Pick<FastifyRequest, 'method' | 'url'>): Problem {
	const path = url.replace(/\?.*/s, '');
	return new Problem({
		type: 'route_not_found',
		// Who publishes a flow in n8n sees the title alone.
		title: `This gateway (version ${VERSION}) has no such route`,
		status: 404,
		detail: `The gateway does not serve ${method} ${path}. /openapi.json lists every route.`,
	});
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

/** The refusal for an error; null for an unexpected error. */
export function problemOf(error: Error): Problem | null {
	if (error instanceof Problem) return error;
	return (
		problemOfKey(error) ??
		problemOfTemporal(error) ??
		problemOfDestination(error) ??
		problemOfStore(error) ??
		problemOfFastify(error)
	);
}

/** Stored data needs a key that is no longer configured, or that has another secret now. */
function problemOfKey(error: Error): Problem | null {
	const wrong = keyErrorOf(error);
	if (wrong === null) return null;
	const [type, title] = kindOf(wrong);
	return new Problem({ type, title, status: 503, detail: wrong.message });
}

function kindOf(wrong: UnknownKeyError | DecryptionError): [type: string, title: string] {
	if (wrong instanceof UnknownKeyError) return ['encryption_key_missing', 'An encryption key is missing'];
	if (wrong instanceof PlainPayloadError) return ['payload_not_encrypted', 'Stored data is not encrypted'];
	if (wrong instanceof ForeignPayloadError) return ['payload_of_another', 'Stored data belongs to another task'];
	return ['encryption_key_wrong', 'An encryption key has another secret than before'];
}

/** All parts of a server know a new search attribute only a moment later. */
const NEW_ATTRIBUTE = /no mapping defined for search attribute|invalid search attribute/;

/** Whether Temporal finds the request itself invalid. A retry gets the same, and the gateway logs it. */
function isInvalid(error: Error): boolean {
	const said = `${error.message} ${error.cause instanceof Error ? error.cause.message : ''}`;
	return grpcCodeOf(error) === GRPC.invalidArgument && !NEW_ATTRIBUTE.test(said);
}

/** Any error of Temporal's client that means it cannot reach the server. */
function problemOfTemporal(error: Error): Problem | null {
	const asked = error instanceof ServiceError || isGrpcServiceError(error) || isGrpcServiceError(error.cause);
	if (!asked || isInvalid(error)) return null;
	return new Problem({
		type: 'temporal_unavailable',
		title: 'The task engine is unavailable',
		status: 503,
		detail: 'The gateway cannot reach Temporal. Retry in a few seconds with the same Idempotency-Key.',
		retryAfterSeconds: 5,
	});
}

/** The store with the gateway's own destinations does not respond. */
function problemOfDestination(error: Error): Problem | null {
	if (!(error instanceof DestinationHeldError)) return null;
	return new Problem({
		type: 'destination_unavailable',
		title: 'Destinations are unavailable',
		status: 503,
		detail: `Nothing was done. ${error.message}`,
		retryAfterSeconds: 5,
	});
}

/** The refusals Fastify makes itself: broken JSON, a body that is too large, another content type. */
function problemOfFastify(error: Error): Problem | null {
	const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
	if (status < 400 || status >= 500) return null;
	return new Problem({ ...(FASTIFY_REFUSALS[status] ?? OTHER_REFUSAL), status });
}

const OTHER_REFUSAL = {
	type: 'invalid_request',
	title: 'The request is not valid',
	detail: 'The body is empty or not valid JSON. Send one JSON object, as /openapi.json describes it.',
	issues: [{ path: 'body', message: 'is empty or not valid JSON' }],
};

const FASTIFY_REFUSALS: Record<number, { type: string; title: string; detail: string } | undefined> = {
	413: {
		type: 'body_too_large',
		title: 'The body is too large',
		detail: 'A body may have at most 1 MiB. Send less.',
	},
	415: {
		type: 'unsupported_media_type',
		title: 'The body is not JSON',
		detail: 'Send the body as JSON, with the header Content-Type: application/json.',
	},
};
