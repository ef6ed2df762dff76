import type { Changes } from '../changed-workflows';

export const addSourcesChanges: Changes = {
	'add-sources.v1.every-outcome.json': {
		file: 'add-sources/find-sources.ts',
		from: 'return lookAndSettle(',
		to: 'if (index >= 0) return lookForNew(task, index, row);\n\treturn lookAndSettle(',
	},
	'add-sources.v1.shown-late.json': {
		file: 'add-sources/find-sources.ts',
		from: 'if (only === undefined) return false;',
		to: 'if (only === undefined || found.length > 0) return false;',
	},
	'add-sources.v1.limit.json': {
		file: 'add-sources/workflow.ts',
		from: ' && state.stoppedBy === null',
		to: '',
	},
	'add-sources.v1.cancelled.json': {
		file: 'add-sources/add-source.ts',
		from: "throwIfCancelled();\n\tenterStage(task.progress, 'adding')",
		to: "enterStage(task.progress, 'adding')",
	},
	'add-sources.v1.continued.json': {
		file: 'add-sources/task.ts',
		from: 'if (!workflowInfo().continueAsNewSuggested)',
		to: 'if (workflowInfo().historyLength < 100_000)',
	},
	'add-sources.v1.carried-on.json': {
		file: 'add-sources/task.ts',
		from: ': withNames(carried, this.input)',
		to: ': newAddSourcesState(this.input)',
	},
	'add-sources.v1.doubled-cancelled.json': {
		file: 'add-sources/follow-sources.ts',
		from: 'if (!(error instanceof ContinueAsNew))',
		to: 'if (task.deadline !== null)',
	},
	'add-sources.v1.doubled-timed-out.json': {
		file: 'add-sources/follow-sources.ts',
		from: 'CancellationScope.withTimeout(task.timing.lastLookMs, () => auditLost(task))',
		to: 'auditLost(task)',
	},
	'add-sources.v1.large-agent.json': {
		file: 'add-sources/find-sources.ts',
		from: 'await task.continueAsNewIfSuggested();',
		to: '',
	},
	'add-sources.v1.sent-away.json': {
		file: 'add-sources/add-source.ts',
		from: 'await task.continueAsNewIfSuggested();',
		to: '',
	},
};
