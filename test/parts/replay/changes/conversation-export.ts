import type { Changes } from '../changed-workflows';

export const conversationExportChanges: Changes = {
	'conversation-export.v1.all-agents.json': {
		file: 'conversation-export/read-lists.ts',
		from: 'state.gone.push(agentId);',
		to: 'throw error;',
	},
	'conversation-export.v1.early.json': {
		file: 'conversation-export/read-transcripts.ts',
		from: 'if (next < to) transcripts.rest.push([next, to]);',
		to: '',
	},
	'conversation-export.v1.going.json': {
		file: 'conversation-export/read-transcripts.ts',
		from: 'if (agentGone !== null) skip(',
		to: 'if (agentGone === null) skip(',
	},
	'conversation-export.v1.refused.json': {
		file: 'task/discarding-on-failure.ts',
		from: 'if (!(error instanceof ContinueAsNew))',
		to: 'if (error instanceof ContinueAsNew)',
	},
	'conversation-export.v1.cancelled.json': {
		file: 'task/discarding-on-failure.ts',
		from: 'await CancellationScope',
		to: 'if (!CancellationScope.current().consideredCancelled) await CancellationScope',
	},
	'conversation-export.v1.continued.json': {
		file: 'conversation-export/read-transcripts.ts',
		from: 'if (!workflowInfo().continueAsNewSuggested)',
		to: 'if (workflowInfo().historyLength < 10_000)',
	},
	'conversation-export.v1.carried-on.json': {
		file: 'conversation-export/read-transcripts.ts',
		from: 'task.state.transcripts ??= newTranscripts',
		to: 'task.state.transcripts = newTranscripts',
	},
};
