import type { Changes } from '../changed-workflows';

export const conversationSyncChanges: Changes = {
	'conversation-sync.v1.steered.json': {
		file: 'conversation-sync/sync.ts',
		from: "enterStage(task.state.progress, 'paused');",
		to: '',
	},
	'conversation-sync.v1.failing.json': {
		file: 'conversation-sync/round.ts',
		from: 'failures = isGone(error) ? 0 : failures + 1;\n\t\t\toutcome',
		to: 'failures = isGone(error) ? 9 : failures + 1;\n\t\t\toutcome',
	},
	'conversation-sync.v1.held.json': {
		file: 'conversation-sync/round.ts',
		from: "if (isOfDestination(error)) return blocked(task, round, 'destination');",
		to: '',
	},
	'conversation-sync.v1.continued.json': {
		file: 'conversation-sync/task.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'conversation-sync.v1.turns.json': {
		file: 'conversation-sync/round.ts',
		from: 'if (toRead.length > 0 && patched(IN_TURNS)) state.unreached = [...toRead];',
		to: '',
	},
	'conversation-sync.v1.carried-on.json': {
		file: 'conversation-sync/workflow.ts',
		from: 'carried ?? newState()',
		to: 'newState()',
	},
};
