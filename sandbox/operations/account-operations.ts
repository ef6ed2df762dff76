import { openApiDocument } from '../../api';
import type { Account } from '../account/account';
import { describeUsage, TrainingLimits } from '../account/usage';
import type { AgentAnalytics } from '../conversations/analytics';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';
import type { Settings } from '../runtime/settings';
import { implement, type Implementation, type ImplementForAgent, pageOf } from './implement';

/** The specification's default (part 4). */
const PERIOD = '30d';

export interface AccountOperationsServices {
	repositories: Repositories;
	settings: Settings;
	account: Account;
	analytics: AgentAnalytics;
}

/** /openapi.json, /usage, /agents, /agents/{id} with its overview, analytics and unanswered questions */
export function accountOperations(
	{ repositories, settings, account, analytics }: AccountOperationsServices,
	implementForAgent: ImplementForAgent,
): Implementation[] {
	// Generated from the contract. The server's address is relative to the document.
	const document = openApiDocument({ serverUrl: '' });
	const limits = new TrainingLimits(account, settings);
	return [
		// Every valid key may read it.
		{ id: 'getOpenApi', answer: () => document },
		implement('getUsage', () => describeUsage(account, limits, repositories)),
		implement('listAgents', ({ query, key }) => {
			const page = pageOf(query);
			const { items, total } = repositories.agents.page(key.agentIds, page.limit, page.offset);
			return { items: items.map(describeAgent), total, ...page };
		}),
		implementForAgent('getAgent', ({ agent }) => describeAgent(agent)),
		implementForAgent('getOverview', ({ agent, query }) => analytics.overview(agent, query.period ?? PERIOD)),
		implementForAgent('getAnalytics', ({ agent, query }) => analytics.analytics(agent, query.period ?? PERIOD)),
		implementForAgent('listUnansweredQuestions', ({ agent, query }) =>
			analytics.unansweredQuestions(agent, query.period ?? PERIOD, query),
		),
	];
}

/** The specification states only the id. The other fields are what people look for. */
export function describeAgent({ id, name, website, trainedAt, lastTrainedAt, createdAt }: Agent) {
	return { id, name, website, trained: trainedAt !== null, trainedAt, lastTrainedAt, createdAt };
}
