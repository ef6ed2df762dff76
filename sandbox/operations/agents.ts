import type { agentOperations as contract } from '../../api/operations/agents';
import type { Account } from '../account/account';
import { describeUsage, TrainingLimits } from '../account/usage';
import type { Chat } from '../chat/chat';
import type { AgentAnalytics } from '../conversations/analytics';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';
import type { Settings } from '../runtime/settings';
import { implement, type ImplementForAgent, type Implementations, pageOf } from './implement';

/** The specification's default (part 4). */
const PERIOD = '30d';

export interface AgentOperationsServices {
	repositories: Repositories;
	settings: Settings;
	account: Account;
	analytics: AgentAnalytics;
	chat: Chat;
}

/** /usage, /agents, /agents/{id} with its overview, analytics, unanswered questions and chat */
export function agentOperations(
	{ repositories, settings, account, analytics, chat }: AgentOperationsServices,
	implementForAgent: ImplementForAgent,
): Implementations<typeof contract> {
	const limits = new TrainingLimits(account, settings);
	return [
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
		implementForAgent('chat', ({ agent, body }) => chat.send(agent, body)),
		implement('getUsage', () => describeUsage(account, limits, repositories)),
	];
}

/** The specification states only the id. The other fields are what people look for. */
export function describeAgent({ id, name, website, trainedAt, lastTrainedAt, createdAt }: Agent) {
	return { id, name, website, trained: trainedAt !== null, trainedAt, lastTrainedAt, createdAt };
}
