import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import { ApiProblem } from '../problems/problems';
import type { ApiKeys } from '../account/api-keys';
import type { ApiKey } from '../database/api-keys-repository';
import type { RequestLogRepository } from '../database/request-log-repository';

declare module 'fastify' {
	interface FastifyRequest {
		/** The key it came with; null without a valid one. */
		apiKey: ApiKey | null;
		/** Why there is no key. */
		keyProblem: ApiProblem | null;
	}
}

export interface AuthenticationOptions {
	apiKeys: ApiKeys;
	requestLog: RequestLogRepository;
}

/** Finds the key of every request. Whether one is needed is the operation's matter. */
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
