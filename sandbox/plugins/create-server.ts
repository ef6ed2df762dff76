import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import type { Socket } from 'node:net';
import { ApiProblem } from '../errors/api-problem';
import { problems } from '../errors/problems';
import { sendProblem } from './error-envelope';

/** Bytes: a text of 1 MB may be six times as long when every character of it is escaped in JSON. */
const BODY_LIMIT = 8 * 1024 * 1024;

/**
 * A server that answers what never becomes a request (broken HTTP, a bad address) in the error envelope too.
 *
 * @param headers what such an answer carries as well
 */
export function createServer(
	logger: FastifyBaseLogger,
	headers: () => Record<string, string> = () => ({}),
): FastifyInstance {
	const app = fastify({
		loggerInstance: logger,
		// Requests are in the request log, see plugins/request-log.ts.
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: BODY_LIMIT,
		// Nothing a stopping sandbox waits for; jobs are resumed at the next start.
		forceCloseConnections: true,
		routerOptions: { maxParamLength: 2000 },
		exposeHeadRoutes: false,
		frameworkErrors: (error, _request, reply) => {
			void sendProblem(reply.headers(headers()), problems.invalidRequest(error.message));
		},
		clientErrorHandler: (error: NodeJS.ErrnoException, socket) => answerBrokenHttp(error, socket, headers()),
	});
	allowEmptyJson(app);
	return app;
}

/** Clients announce JSON with DELETE and retrain too, and send nothing; that is no malformed JSON. */
function allowEmptyJson(app: FastifyInstance): void {
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeAllContentTypeParsers();
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, undefined);
		else void parse(request, String(body), done);
	});
}

/** What Node refuses before it becomes a request (not HTTP, headers too long) gets the envelope as well. */
function answerBrokenHttp(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
	if (error.code === 'ECONNRESET' || !socket.writable) {
		socket.destroy();
		return;
	}
	const tooLong = error.code === 'HPE_HEADER_OVERFLOW';
	const problem = tooLong
		? new ApiProblem({
				type: 'headers_too_large',
				title: 'Request Header Fields Too Large',
				status: 431,
				detail: 'The address or the headers of this request are too long.',
			})
		: problems.invalidRequest('This is not a valid HTTP request.');
	const body = JSON.stringify(problem);
	const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
	socket.end(
		`HTTP/1.1 ${problem.status} ${tooLong ? 'Request Header Fields Too Large' : 'Bad Request'}\r\n` +
			`Content-Type: application/json; charset=utf-8\r\n${lines.join('')}` +
			`Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
	);
}
