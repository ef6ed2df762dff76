import type { FastifyInstance } from 'fastify';
import type { Account } from '../../account/account';
import type { AgentAnalytics } from '../../conversations/analytics';
import type { Chat } from '../../chat/chat';
import type { CodConfirmations } from '../../conversations/cod-confirmations';
import type { Email } from '../../email/create-email';
import type { Faults } from '../../faults/faults';
import type { ApiKeys } from '../../account/api-keys';
import { rateLimit, type RateLimiter } from '../../server/rate-limit';
import { agentImplementer } from '../../operations/implement';
import { registerOperations } from '../../operations/register-operations';
import { authentication } from '../../plugins/authentication';
import { errorDetails } from '../../plugins/error-details';
import { errorEnvelope } from '../../plugins/error-envelope';
import { injectFaults } from '../../faults/inject-faults';
import { requestLog } from '../../plugins/request-log';
import { uploads } from '../../plugins/uploads';
import type { Leads } from '../../conversations/leads';
import type { QaPairs } from '../../training/qa-pairs';
import type { Repositories } from '../../database/repositories';
import type { Settings } from '../../runtime/settings';
import type { Sources } from '../../training/sources';
import type { Training } from '../../training/training';
import { TrainingLimits } from '../../account/usage';
import { agentRoutes } from './agents/agents';
import { analyticsRoutes } from './agents/analytics';
import { chatRoutes } from './agents/chat';
import { codRoutes } from './agents/cod-confirmations';
import { emailRoutes } from './agents/email';
import { knowledgeRoutes } from './agents/knowledge';
import { leadRoutes } from './agents/leads';
import { qaPairRoutes } from './agents/qa-pairs';
import { sourceRoutes } from './agents/sources';
import { trainingRoutes } from './agents/training';
import { conversationRoutes } from './conversations';
import { descriptionRoutes } from './description';
import { usageRoutes } from './usage';

export const API_PREFIX = '/api/v1';

export interface CustomerApiServices {
	repositories: Repositories;
	settings: Settings;
	account: Account;
	analytics: AgentAnalytics;
	apiKeys: ApiKeys;
	chat: Chat;
	cod: CodConfirmations;
	email: Email;
	faults: Faults;
	leads: Leads;
	qaPairs: QaPairs;
	rateLimiter: RateLimiter;
	sources: Sources;
	training: Training;
}

/**
 * The customer API. A request is noted, its key is found, the rate limit counts it, the operation's
 * permission is checked, a fault may strike, and only then the body is read.
 */
export function customerApi(services: CustomerApiServices) {
	const { repositories, settings, apiKeys, chat, email, faults, qaPairs, sources, training } = services;
	const implementForAgent = agentImplementer(repositories.agents);

	return async (app: FastifyInstance): Promise<void> => {
		await app.register(requestLog, { prefix: API_PREFIX, requestLog: repositories.requestLog });
		await app.register(authentication, { apiKeys, requestLog: repositories.requestLog });
		await app.register(rateLimit, { settings, limiter: services.rateLimiter });
		await app.register(uploads);
		await app.register(injectFaults, { faults, requestLog: repositories.requestLog });
		await app.register(errorDetails, { settings });
		// Once more, so that an address nobody knows passes through the hooks above as well.
		await app.register(errorEnvelope);

		registerOperations(
			app,
			[
				...descriptionRoutes(),
				...agentRoutes(repositories.agents, implementForAgent),
				...sourceRoutes(sources, implementForAgent),
				...trainingRoutes(training, implementForAgent),
				...knowledgeRoutes(repositories.passages, implementForAgent),
				...conversationRoutes(repositories, implementForAgent),
				...analyticsRoutes(services.analytics, implementForAgent),
				...usageRoutes(services.account, new TrainingLimits(services.account, settings), repositories),
				...leadRoutes(services.leads, implementForAgent),
				...codRoutes(services.cod, implementForAgent),
				...chatRoutes(chat, implementForAgent),
				...qaPairRoutes(qaPairs, implementForAgent),
				...emailRoutes(email, implementForAgent),
			],
			settings,
		);
	};
}
