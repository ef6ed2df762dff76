import type { Analytics, Period, UnansweredQuestions } from '../../api';
import type { Account } from '../account/account';
import type { Agent } from '../database/agents-repository';
import type { Repositories } from '../database/repositories';

/** Most rows of a section. */
const TOP = 10;

/** Unanswered questions of a page, unless fewer are asked for. */
const MAX_QUESTIONS = 100;

/**
 * What happened with an agent (specification, parts 2 and 4). The specification does not show the inner fields: see
 * docs/api-notes.md.
 */
export class AgentAnalytics {
	constructor(
		private readonly repositories: Repositories,
		private readonly account: Account,
	) {}

	/** The numbers of a period in one reply, on every plan. */
	overview(agent: Agent, period: Period) {
		const { analytics, leads, qaPairs, sources } = this.repositories;
		const since = periodStart(period);
		const { received, answered, unanswered } = analytics.messages(agent.id, since);
		return {
			agentId: agent.id,
			period,
			conversations: this.conversations(agent, since),
			messages: { received, answered, unanswered, answerRate: share(answered, answered + unanswered) },
			leads: leads.countSince(agent.id, since),
			knowledge: {
				trained: agent.trainedAt !== null,
				sources: sources.page(agent.id, null, 1, 0).total,
				qaPairs: qaPairs.page(agent.id, null, 1, 0).total,
			},
		};
	}

	/** On plans without advanced analytics, the advanced sections are empty (specification, part 4). */
	analytics(agent: Agent, period: Period): Analytics {
		const { analytics, leads, unansweredQuestions } = this.repositories;
		const since = periodStart(period);
		const { advancedAnalytics } = this.account.plan;
		const advanced = <Row>(rows: () => Row[]) => (advancedAnalytics ? rows() : []);
		return {
			agentId: agent.id,
			period,
			advancedAnalytics,
			conversations: this.conversations(agent, since),
			conversationsByDay: analytics.conversationsByDay(agent.id, since),
			messages: analytics.messages(agent.id, since),
			leads: leads.countSince(agent.id, since),
			topQuestions: advanced(() => analytics.topQuestions(agent.id, since, TOP)),
			unansweredQueries: advanced(() => unansweredQuestions.mostAsked(agent.id, since, TOP)),
			satisfaction: advanced(() => analytics.ratings(agent.id, since)),
			visitorLocations: advanced(() => analytics.locations(agent.id, since, TOP)),
		};
	}

	/** Newest first. @throws ApiProblem plan_required, which names the plan that includes them */
	unansweredQuestions(
		agent: Agent,
		period: Period,
		{ limit = MAX_QUESTIONS, offset = 0 }: { limit?: number; offset?: number },
	): UnansweredQuestions {
		this.account.requireAdvancedAnalytics();
		const items = this.repositories.unansweredQuestions.since(agent.id, periodStart(period), { limit, offset });
		return { period, items };
	}

	private conversations(agent: Agent, since: string) {
		const rows = this.repositories.analytics.conversationsByChannel(agent.id, since);
		const total = (of: typeof rows) => of.reduce((sum, { count }) => sum + count, 0);
		const channels = [...new Set(rows.map(({ channel }) => channel))];
		return {
			total: total(rows),
			open: total(rows.filter(({ state }) => state === 'open')),
			resolved: total(rows.filter(({ state }) => state === 'resolved')),
			byChannel: channels.map((channel) => ({
				channel,
				conversations: total(rows.filter((row) => row.channel === channel)),
			})),
		};
	}
}

/** 0 to 1, or null if the total is 0. */
function share(part: number, whole: number): number | null {
	return whole === 0 ? null : Number((part / whole).toFixed(4));
}

const DAYS: Record<Period, number> = { '7d': 7, '30d': 30, '90d': 90 };

/** The start of a period that ends now: ISO 8601 UTC. */
function periodStart(period: Period): string {
	return new Date(Date.now() - DAYS[period] * 86_400_000).toISOString();
}
