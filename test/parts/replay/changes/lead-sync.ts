import type { Changes } from '../changed-workflows';

export const leadSyncChanges: Changes = {
	'lead-sync.v1.steered.json': {
		file: 'lead-sync/destination-sync.ts',
		from: "enterStage(state.progress, 'retrying');",
		to: '',
	},
	'lead-sync.v1.in-part.json': {
		file: 'lead-sync/ledger.ts',
		from: "isThere && patched('lead-sync-count-once')",
		to: 'isThere',
	},
	'lead-sync.v1.held.json': {
		file: 'lead-sync/destination-sync.ts',
		from: 'if (page === null) return;',
		to: 'if (page === null) return void (await condition(() => false, 5));',
	},
	'lead-sync.v1.continued.json': {
		file: 'lead-sync/sync.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'lead-sync.v1.carried-on.json': {
		file: 'lead-sync/workflow.ts',
		from: '{ ...newSyncState(), ...carried }',
		to: 'newSyncState()',
	},
	'lead-sync.v1.blocked.json': {
		file: 'lead-sync/notify.ts',
		from: 'if (since === notices.blockedSince) return;',
		to: '',
	},
	'lead-sync.v1.resumed.json': {
		file: 'task/publish-resumed.ts',
		from: "await emit('sync.resumed', resumed, name, event);",
		to: 'void [emit, resumed, name, event];',
	},
	'lead-sync.v1.forgotten.json': {
		file: 'lead-sync/actions.ts',
		from: 'continueAsNew(gone);',
		to: '',
	},
	'lead-sync.v1.agents.json': {
		file: 'lead-sync/agents/agents-sync.ts',
		from: 'this.keep(this.watchAgents());',
		to: '',
	},
	'lead-sync.v1.agents-continued.json': {
		file: 'lead-sync/agents/agents-sync.ts',
		from: 'workflowInfo().continueAsNewSuggested',
		to: 'workflowInfo().historyLength > 10_000',
	},
	'lead-sync.v1.agents-carried-on.json': {
		file: 'lead-sync/workflow.ts',
		from: 'carried === undefined ? newAgentsState() : unpackState(carried)',
		to: 'newAgentsState()',
	},
	'lead-sync.v1.handed-out.json': {
		file: 'lead-sync/flow-sync.ts',
		from: 'enterStage(progress, stage);',
		to: '',
	},
};
