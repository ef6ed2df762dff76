import { STATUS_CODES } from 'node:http';
import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { BrokenHttpAnswers, type HttpFault, KEEP_ALIVE_MS } from '../../api';
import { ApiProblem, problems } from '../problems/problems';
import { sendProblem } from './error-envelope';

/** In bytes. A text of 1 MB can be six times as long if JSON escapes every character. */
const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * A server that also sends the error envelope for input that never becomes a request (broken HTTP, an invalid address).
 *
 * @param headers further headers of such a response
 */
export function createServer(
	logger: FastifyBaseLogger,
	headers: () => Record<string, string> = () => ({}),
): FastifyInstance {
	const brokenHttp = new BrokenHttpAnswers((fault) => {
		const problem = refusalOf(fault);
		return { status: problem.status, headers: headers(), body: problem };
	});
	const app = fastify({
		loggerInstance: logger,
		// Requests are in the request log, see authentication.ts.
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: BODY_LIMIT,
		// A stopping sandbox does not wait for these; jobs resume at the next start.
		forceCloseConnections: true,
		keepAliveTimeout: KEEP_ALIVE_MS,
		routerOptions: { maxParamLength: 2000 },
		exposeHeadRoutes: false,
		// Node would refuse it without a body; see below.
		http: { requireHostHeader: false },
		frameworkErrors: (error, _request, reply) => {
			void sendProblem(reply.headers(headers()), problems.invalidRequest(error.message));
		},
		clientErrorHandler: brokenHttp.onClientError,
	});
	brokenHttp.watch(app.server);
	app.addHook('onRequest', (request, reply, done) => {
		const isAllowed = request.headers.host !== undefined || request.raw.httpVersion === '1.0';
		if (isAllowed) done();
		else void sendProblem(reply.headers(headers()), problems.invalidRequest('The header Host is missing.'));
	});
	takeEmptyAsNoBody(app);
	return app;
}

/** Clients may announce JSON, or a form (`curl -d ''`), with DELETE and retrain and send no body. That is none. */
function takeEmptyAsNoBody(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
		if (length === '0' && coding === undefined) delete request.headers['content-type'];
		done();
	});
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, undefined);
		else void parse(request, String(body), done);
	});
}

function refusalOf(fault: HttpFault): ApiProblem {
	switch (fault) {
		case 'headers-too-large':
			return refusal('headers_too_large', 431, 'The address or the headers of this request are too long.');
		case 'too-slow':
			return refusal('request_timeout', 408, 'The request did not arrive in time.');
		case 'unknown-expectation':
			return refusal(
				'expectation_failed',
				417,
				'Only the expectation 100-continue is supported. Remove the header Expect.',
			);
		case 'tunnel':
			return problems.invalidRequest('This server is not a proxy and does not support CONNECT.');
		default:
			return problems.invalidRequest('This is not a valid HTTP request.');
	}
}

function refusal(type: string, status: number, detail: string): ApiProblem {
	return new ApiProblem({ type, title: STATUS_CODES[status] ?? 'Invalid request', status, detail });
}

/** Starts a server. Returns its address as seen from this machine. @throws if the port is in use */
export async function listen(server: FastifyInstance, host: string, port: number): Promise<URL> {
	await server.listen({ host, port });
	const address = server.server.address();
	if (address === null || typeof address === 'string') throw new Error(`The server could not listen on ${host}.`);
	return new URL(`http://${reachableName(host)}:${address.port}`);
}

/** A server that listens on all addresses is reached by the loopback address. IPv6 is written in brackets. */
function reachableName(host: string): string {
	if (host === '0.0.0.0' || host === '::') return '127.0.0.1';
	return host.includes(':') ? `[${host}]` : host;
}
