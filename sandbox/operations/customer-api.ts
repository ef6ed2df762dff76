import type { FastifyInstance } from 'fastify';
import type { ApiKeys } from '../account/api-keys';
import type { Email } from '../email/create-email';
import type { Faults } from '../faults/faults';
import { injectFaults } from '../faults/inject-faults';
import { authentication, requestLog } from '../server/authentication';
import { errorDetails, errorEnvelope } from '../server/error-envelope';
import { rateLimit, type RateLimiter } from '../server/rate-limit';
import { agentOperations, type AgentOperationsServices } from './agents';
import { conversationOperations } from './conversations';
import { descriptionOperations } from './description';
import { emailOperations } from './email';
import { agentImplementer } from './implement';
import { knowledgeOperations, type KnowledgeOperationsServices } from './knowledge';
import { leadOperations, type LeadOperationsServices } from './leads';
import { uploads } from './multipart-form';
import { registerOperations } from './register-operations';
import { sourceOperations, type SourceOperationsServices } from './sources';

export const API_PREFIX = '/api/v1';

export interface CustomerApiServices
	extends AgentOperationsServices, SourceOperationsServices, KnowledgeOperationsServices, LeadOperationsServices {
	apiKeys: ApiKeys;
	email: Email;
	faults: Faults;
	rateLimiter: RateLimiter;
}

/**
 * The customer API. It logs a request, finds its key, counts it for the rate limit, checks the operation's permission,
 * and may apply a fault. Only then it reads the body.
 */
export function customerApi(services: CustomerApiServices) {
	const { repositories, settings, apiKeys, email, faults } = services;
	const implementForAgent = agentImplementer(repositories.agents);

	return async (app: FastifyInstance): Promise<void> => {
		await app.register(requestLog, { prefix: API_PREFIX, requestLog: repositories.requestLog });
		await app.register(authentication, { apiKeys, requestLog: repositories.requestLog });
		await app.register(rateLimit, { settings, limiter: services.rateLimiter });
		await app.register(uploads);
		await app.register(injectFaults, { faults, settings, requestLog: repositories.requestLog });
		await app.register(errorDetails, { settings });
		// Registered again, so that unknown addresses pass through the hooks above as well.
		await app.register(errorEnvelope);

		registerOperations(
			app,
			[
				...agentOperations(services, implementForAgent),
				...conversationOperations(repositories, implementForAgent),
				...sourceOperations(services, implementForAgent),
				...knowledgeOperations(services, implementForAgent),
				...leadOperations(services, implementForAgent),
				...emailOperations(email, implementForAgent),
				...descriptionOperations(),
			],
			settings,
		);
	};
}
