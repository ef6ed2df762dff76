import type { Changes } from '../changed-workflows';

export const knowledgeSyncChanges: Changes = {
	'knowledge-sync.v1.whole.json': {
		file: 'knowledge-sync/workflow.ts',
		from: '\tawait followSources(task);\n',
		to: '',
	},
	'knowledge-sync.v1.proven.json': {
		file: 'knowledge-sync/workflow.ts',
		from: '\tawait proveAll(task);\n',
		to: '',
	},
	'knowledge-sync.v1.lost.json': {
		file: 'knowledge-sync/workflow.ts',
		from: 'if (lost === 0 || state.round + 1 === MOST_ROUNDS) return true;',
		to: 'if (lost >= 0) return true;',
	},
	'knowledge-sync.v1.asked.json': {
		file: 'knowledge-sync/workflow.ts',
		from: '\t\t\tplanAnew(task);\n\t\t\tcontinue;\n',
		to: '',
	},
	'knowledge-sync.v1.rejected.json': {
		file: 'knowledge-sync/workflow.ts',
		from: 'state.decision?.planHash !== plan.hash',
		to: 'state.decision === null',
	},
	'knowledge-sync.v1.edited.json': {
		file: 'knowledge-sync/subject.ts',
		from: '\t\t\tif (state.isEdited === true) await planEdited(task);\n',
		to: '',
	},
	'knowledge-sync.v1.adopted.json': {
		file: 'knowledge-sync/plan-now.ts',
		from: '\tif (task.isFromAgent) state.rows =',
		to: '\tif (!task.isFromAgent) state.rows =',
	},
	'knowledge-sync.v1.overtaken.json': {
		file: 'knowledge-sync/apply.ts',
		from: '\tendOvertaken(applying);\n\tconst ended',
		to: '\tconst ended',
	},
	'knowledge-sync.v1.cancelled.json': {
		file: 'knowledge-sync/send-call.ts',
		from: '\tthrowIfCancelled();\n',
		to: '',
	},
	'knowledge-sync.v1.continued.json': {
		file: 'knowledge-sync/read-now.ts',
		from: 'continueAsNew: () => task.continueAsNew(),',
		to: "continueAsNew: () => Promise.reject(new Error('It is too long.')),",
	},
	'knowledge-sync.v1.carried-on.json': {
		file: 'knowledge-sync/workflow.ts',
		from: 'carried ?? newState()',
		to: 'newState()',
	},
};
