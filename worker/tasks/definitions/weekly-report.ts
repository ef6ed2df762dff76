import { weeklyReportResultSchema } from '../../../workflows/weekly-report/contract';
import { isUnread, verdictOn } from '../../../workflows/weekly-report/verdict';
import { weekNotOver } from '../week-not-over';
import { checkListedAgents } from './check-names';
import { defineTask, ofResult } from './define-task';

export const weeklyReport = defineTask('weekly-report', {
	workflow: 'weeklyReport',
	title: 'Weekly report',
	description:
		'Compares a week with the week before, for all agents or the named ones: leads, conversations, unanswered questions, cash-on-delivery confirmations, message credits, failed sources and failed tasks. It makes a page, a JSON and a CSV file, mails the page, and publishes report.ready for Slack, Teams and programs.',
	version: 1,
	keyReuse: 'after-failure',
	stages: ['looking', 'reading', 'assembling', 'completed', 'failed', 'cancelled'],
	schedulable: true,
	fields: {
		version: 'hidden',
		connection: 'shown',
		agentIds: 'shown',
		weekStart: 'shown',
		period: 'shown',
		timeZone: 'shown',
		locale: 'shown',
		mailTo: 'counted',
		quoteQuestions: 'shown',
	},
	scopes: [
		'read:agents',
		'read:analytics',
		'read:conversations',
		'read:leads',
		'read:sources',
		'read:cod',
		'read:usage',
	],
	async checkStart({ connections }, { connection, agentIds, weekStart, timeZone }) {
		const service = connections.get(connection);
		const zone = timeZone ?? service.settings.timeZone;
		const problem = weekStart === undefined ? null : weekNotOver(weekStart, zone, Date.now());
		if (problem !== null) throw problem;
		// A key without a scope gets a report that says so, so no scope is checked.
		if (agentIds === undefined) await service.agents();
		else await checkListedAgents(connections, { connection, agentIds });
	},
	failedOnly(input, result) {
		const { data } = weeklyReportResultSchema.safeParse(result);
		const failed = data?.agents.filter((agent) => agent.status === 'incomplete' || isUnread(agent)) ?? [];
		return failed.length === 0 ? null : { ...input, agentIds: failed.map(({ agentId }) => agentId) };
	},
	sameWorkAs: 'schedule-of-day',
	judge: ofResult(weeklyReportResultSchema, verdictOn),
	personalData: { whileOpen: 'The task still runs. Erase again when it has ended.' },
});
