import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { ApiKeys } from '../account/api-keys';
import type { ApiKey } from '../database/api-keys-repository';
import type { RequestLogRepository } from '../database/request-log-repository';
import { ApiProblem } from '../problems/problems';

declare module 'fastify' {
	interface FastifyRequest {
		/** Its row in the request log. */
		logId: number;
		/** Its path below /api/v1, without the query. */
		apiPath: string;
		/** Whether a fault lost the response on purpose. */
		responseLost: boolean;
	}
}

export interface RequestLogOptions {
	prefix: string;
	requestLog: RequestLogRepository;
}

/** Logs every request on arrival, and its status when the response has been sent. */
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
		// The caller or a fault closed the connection, so the caller never got the status.
		if (!request.responseLost && reply.raw.writableFinished) log.answered(request.logId, reply.statusCode);
		done();
	});
});

declare module 'fastify' {
	interface FastifyRequest {
		/** The key of the request; null without a valid one. */
		apiKey: ApiKey | null;
		/** The reason if there is no key. */
		keyProblem: ApiProblem | null;
	}
}

export interface AuthenticationOptions {
	apiKeys: ApiKeys;
	requestLog: RequestLogRepository;
}

/** Finds the key of every request. The operation decides whether it needs one. */
export const authentication = fastifyPlugin((app: FastifyInstance, { apiKeys, requestLog }: AuthenticationOptions) => {
	app.decorateRequest('apiKey', null);
	app.decorateRequest('keyProblem', null);

	app.addHook('onRequest', (request, _reply, done) => {
		try {
			request.apiKey = apiKeys.authenticate(request.headers.authorization);
			requestLog.setKey(request.logId, request.apiKey.id);
		} catch (error) {
			if (!(error instanceof ApiProblem)) throw error;
			request.keyProblem = error;
		}
		done();
	});
});
