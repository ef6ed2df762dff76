import {
	type Measure,
	MEASURES,
	type MeasureName,
	type Measures,
	unknown,
} from '../../../workflows/weekly-report/measures';
import type { AgentSection } from '../../../workflows/weekly-report/contract';
import type { Report } from '../report';

const count = (now: number, before: number | null): Measure => ({
	now,
	before,
	note: before === null ? { reason: 'no_week_before', detail: '' } : null,
});

function measures(some: Partial<Record<MeasureName, Measure>>): Measures {
	const none = MEASURES.map((name) => [name, unknown('not_shown')] as const);
	return { ...(Object.fromEntries(none) as Measures), ...some };
}

export function someAgent(agentId: string, name: string | null, more: Partial<AgentSection> = {}): AgentSection {
	const numbers = {
		leads: count(12, 9),
		conversations: count(231, 250),
		openQuestions: count(7, 8),
		codConfirmed: count(31, 24),
		codSettled: count(40, 36),
		codRate: count(0.775, 0.6667),
		creditsUsed: unknown('account_only'),
		failedSources: count(1, 0),
		failedTasks: count(0, 2),
	};
	return { agentId, name, status: 'read', measures: measures(numbers), unrecognised: [], ...more };
}

/** Of `oddAgents`. */
export const QUOTED: Report['quoted'] = [
	{
		agentId: 'agent_1',
		questions: [
			'Do you repair lawn mowers of other makers, and how long does it take until I get mine back in the middle of summer?',
			'Where is my order [number]?',
		],
	},
	{ agentId: 'agent_2', questions: ['هل توصلون إلى الكويت؟'] },
];

/** Of `oddAgents`. */
export const FAILED_SOURCES: Report['failedSources'] = [
	{
		agentId: 'agent_1',
		sources: [
			{ name: 'https://shop.example/guides/winter-storage', reason: 'The page answered 404.' },
			{ name: 'Prices.xlsx', reason: null },
		],
	},
	{ agentId: 'agent_2', sources: [{ name: 'سياسة الإرجاع', reason: 'The file is encrypted.' }] },
];

/** A report that nobody made. Its totals are those of `oddAgents`. */
export function someReport(agents: AgentSection[], more: Partial<Report> = {}): Report {
	return {
		version: 1,
		connection: 'acme',
		week: { firstDay: '2026-11-16', lastDay: '2026-11-22', timeZone: 'Europe/Berlin', locale: 'en-GB' },
		asOf: '2026-11-23T06:00:00.000Z',
		totals: measures({
			leads: count(36, 27),
			conversations: count(462, 500),
			openQuestions: count(14, 16),
			codConfirmed: count(62, 48),
			codSettled: count(80, 72),
			codRate: count(0.775, 0.6667),
			creditsUsed: count(4_210, 3_380),
			failedSources: count(3, null),
			failedTasks: count(0, 4),
		}),
		agents,
		calls: 27,
		quoted: [],
		failedSources: [],
		...more,
	};
}

/** With a long name, one from right to left, and one that has gone. */
export function oddAgents(): AgentSection[] {
	return [
		someAgent('agent_1', 'Support of the shop for garden tools and outdoor furniture, northern region'),
		someAgent('agent_2', 'مساعد المتجر'),
		someAgent('agent_3', null, {
			status: 'incomplete',
			measures: measures({
				leads: count(12, 9),
				openQuestions: unknown('not_in_plan', 'Unanswered questions come with the plan Pro.'),
				creditsUsed: unknown('account_only'),
				failedSources: count(1, null),
				failedTasks: count(0, 0),
			}),
			unrecognised: ['cod metrics: basket'],
		}),
	];
}
