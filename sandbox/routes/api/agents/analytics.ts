import type { AgentAnalytics } from '../../../conversations/analytics';
import type { Implementation } from '../../../operations/answer';
import type { ImplementForAgent } from '../../../operations/implement';

/** The specification's default (part 4). */
const PERIOD = '30d';

/** /agents/{id}/overview, /analytics and /unanswered-questions */
export function analyticsRoutes(analytics: AgentAnalytics, implementForAgent: ImplementForAgent): Implementation[] {
	return [
		implementForAgent('getOverview', ({ agent, query }) => analytics.overview(agent, query.period ?? PERIOD)),
		implementForAgent('getAnalytics', ({ agent, query }) => analytics.analytics(agent, query.period ?? PERIOD)),
		implementForAgent('listUnansweredQuestions', ({ agent, query }) =>
			analytics.unansweredQuestions(agent, query.period ?? PERIOD),
		),
	];
}
