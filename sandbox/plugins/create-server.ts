import fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify';
import { problems } from '../problems/problems';
import { answerBrokenHttp, answerUnwantedHttp } from './broken-http';
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
		// Node would refuse it without a word; see below.
		http: { requireHostHeader: false },
		frameworkErrors: (error, _request, reply) => {
			void sendProblem(reply.headers(headers()), problems.invalidRequest(error.message));
		},
		clientErrorHandler: (error: NodeJS.ErrnoException, socket) => answerBrokenHttp(error, socket, headers()),
	});
	answerUnwantedHttp(app.server, headers);
	app.addHook('onRequest', (request, reply, done) => {
		const isWanted = request.headers.host !== undefined || request.raw.httpVersion === '1.0';
		if (isWanted) done();
		else void sendProblem(reply.headers(headers()), problems.invalidRequest('The header Host is missing.'));
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
