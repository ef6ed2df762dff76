import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { RequestLogRepository } from '../database/request-log-repository';

declare module 'fastify' {
	interface FastifyRequest {
		/** Its row in the request log. */
		logId: number;
		/** Its path below /api/v1, without the query. */
		apiPath: string;
		/** Whether the answer was lost on purpose. */
		answerLost: boolean;
	}
}

export interface RequestLogOptions {
	prefix: string;
	requestLog: RequestLogRepository;
}

/** Notes every request on arrival, and its status when the answer has left. */
export const requestLog = fastifyPlugin((app: FastifyInstance, { prefix, requestLog: log }: RequestLogOptions) => {
	app.decorateRequest('logId', 0);
	app.decorateRequest('apiPath', '');
	app.decorateRequest('answerLost', false);

	app.addHook('onRequest', (request, _reply, done) => {
		request.apiPath = (request.url.split('?')[0] ?? '').slice(prefix.length);
		request.logId = log.arrived({ at: new Date().toISOString(), method: request.method, path: request.apiPath });
		done();
	});
	app.addHook('onResponse', (request, reply, done) => {
		// Cut off by the caller or by a fault: it never got the status.
		if (!request.answerLost && reply.raw.writableFinished) log.answered(request.logId, reply.statusCode);
		done();
	});
});
