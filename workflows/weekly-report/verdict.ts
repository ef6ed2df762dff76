import { type EndingOf, type Verdict, verdictOnItems } from '../task/outcomes';
import type { AgentSection, WeeklyReportResult } from './contract';
import { isFailed, MEASURES } from './measures';

/** An agent counts if it could be read. A number that is missing for a failed call is a note, and not a failure. */
export function verdictOn({
	agents,
	week,
}: Pick<WeeklyReportResult, 'agents' | 'week'>): Verdict<EndingOf<'weekly-report'>> {
	const unread = agents.filter(isUnread);
	const incomplete = agents.filter((agent) => agent.status === 'incomplete' && !isUnread(agent));
	const days = `${week.firstDay} to ${week.lastDay}`;
	const parts = [
		...(unread.length === 0 ? [] : [`${unread.length} could not be read`]),
		...(incomplete.length === 0 ? [] : [`numbers are missing for ${incomplete.length}`]),
	];
	const message = `${[`The report for ${days} has ${agents.length} ${agents.length === 1 ? 'agent' : 'agents'}`, ...parts].join(', ')}.`;
	const failures = [...unread, ...incomplete].map(({ agentId, ...section }) => ({
		path: agentId,
		message: whyOf(section),
	}));
	const { ending } = verdictOnItems(agents.length - unread.length, agents.length, message);
	return { ending: ending === 'completed' && incomplete.length > 0 ? 'incomplete' : ending, message, failures };
}

/** Whether there is nothing to report on an agent: it has gone, or every call for it failed. */
export function isUnread({ status, measures }: Pick<AgentSection, 'status' | 'measures'>): boolean {
	return status === 'gone' || (status === 'incomplete' && READ.every((name) => measures[name].now === null));
}

/** What the worker counts itself says nothing about the agent at the service. */
const READ = MEASURES.filter((name) => name !== 'failedTasks' && name !== 'creditsUsed');

function whyOf({ status, measures }: Omit<AgentSection, 'agentId'>): string {
	if (status === 'gone') return 'does not exist, or the key has no access to it.';
	const failed = MEASURES.filter((name) => isFailed(measures[name]));
	const details = new Set(failed.flatMap((name) => measures[name].note?.detail ?? []));
	return `has no ${failed.join(', ')}: ${[...details].join(' ')}`;
}
