import type { Changes } from '../changed-workflows';

export const leadExportChanges: Changes = {
	'lead-export.v1.all-agents.json': {
		file: 'export/lead-export.ts',
		from: 'state.gone.push(reading.agentId);',
		to: 'throw error;',
	},
	'lead-export.v1.stepped-back.json': {
		file: 'export/place.ts',
		from: 'if (place.offset === 0 || hasKnown(place, read.first)) {',
		to: 'if (place.offset >= 0) {',
	},
	'lead-export.v1.refused.json': {
		file: 'export/lead-export.ts',
		from: 'if (!(error instanceof ContinueAsNew)) {',
		to: 'if (error instanceof ContinueAsNew) {',
	},
	'lead-export.v1.cancelled.json': {
		file: 'export/lead-export.ts',
		from: 'await CancellationScope.nonCancellable(() => task.files.discardChunks(task.run));',
		to: '',
	},
	'lead-export.v1.continued.json': {
		file: 'export/read-agent.ts',
		from: 'if (!workflowInfo().continueAsNewSuggested)',
		to: 'if (workflowInfo().historyLength < 10_000)',
	},
	'lead-export.v1.carried-on.json': {
		file: 'export/lead-export.ts',
		from: 'state.reading ??= newReading(agentId)',
		to: 'state.reading = newReading(agentId)',
	},
};
