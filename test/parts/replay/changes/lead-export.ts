import type { Changes } from '../changed-workflows';

export const leadExportChanges: Changes = {
	'lead-export.v1.all-agents.json': {
		file: 'export/workflow.ts',
		from: 'state.gone.push(reading.agentId);',
		to: 'throw error;',
	},
	'lead-export.v1.stepped-back.json': {
		file: 'list-reading/read-list.ts',
		from: "ended = followed === 'followed' && read.ended;",
		to: "ended = followed !== 'followed' || read.ended;",
	},
	'lead-export.v1.refused.json': {
		file: 'task/discarding-on-failure.ts',
		from: 'if (!(error instanceof ContinueAsNew))',
		to: 'if (error instanceof ContinueAsNew)',
	},
	'lead-export.v1.cancelled.json': {
		file: 'task/discarding-on-failure.ts',
		from: 'await CancellationScope',
		to: 'if (!CancellationScope.current().consideredCancelled) await CancellationScope',
	},
	'lead-export.v1.continued.json': {
		file: 'list-reading/read-list.ts',
		from: 'if (!workflowInfo().continueAsNewSuggested)',
		to: 'if (workflowInfo().historyLength < 10_000)',
	},
	'lead-export.v1.conversations.json': {
		file: 'export/read-conversations.ts',
		from: 'if (wanted === undefined) return;',
		to: 'return;',
	},
	'lead-export.v1.carried-on.json': {
		file: 'export/workflow.ts',
		from: 'state.reading ??= newReading(agentId)',
		to: 'state.reading = newReading(agentId)',
	},
};
