import type { Changes } from '../changed-workflows';

export const weeklyReportChanges: Changes = {
	'weekly-report.v1.all-agents.json': {
		file: 'weekly-report/read-agent.ts',
		from: "if (isGone(error)) return { ...section, status: 'gone' };",
		to: '',
	},
	'weekly-report.v1.mailed.json': {
		file: 'weekly-report/mail.ts',
		from: 'if (addresses.length === 0) return;',
		to: 'if (addresses.length < 3) return;',
	},
	'weekly-report.v1.missing.json': {
		file: 'weekly-report/read-agent.ts',
		from: 'measures.failedSources = await orReason(() => readFailedSources(task, agentId));',
		to: '',
	},
	'weekly-report.v1.nothing.json': {
		file: 'weekly-report/workflow.ts',
		from: 'const mailTo = made.agents.every(isUnread) ? [] : (input.mailTo ?? []);',
		to: 'const mailTo = input.mailTo ?? [];',
	},
	'weekly-report.v1.long.json': {
		file: 'weekly-report/count-list.ts',
		from: 'const MOST_PAGES = 5;',
		to: 'const MOST_PAGES = 2;',
	},
	'weekly-report.v1.cancelled.json': {
		file: 'weekly-report/read-agents.ts',
		from: 'const AGENTS_AT_ONCE = 4;',
		to: 'const AGENTS_AT_ONCE = 1;',
	},
	'weekly-report.v1.continued.json': {
		file: 'weekly-report/read-agents.ts',
		from: ' && !workflowInfo().continueAsNewSuggested',
		to: '',
	},
	'weekly-report.v1.carried-on.json': {
		file: 'weekly-report/workflow.ts',
		from: 'carried ?? newState()',
		to: 'newState()',
	},
};
