import type { Changes } from '../changed-workflows';

export const forEachConnectionChanges: Changes = {
	'for-each-connection.v1.all.json': {
		file: 'for-each-connection/workflow.ts',
		from: "await emit('schedule.digest', digest, 'digest');",
		to: '',
	},
	'for-each-connection.v1.left.json': {
		file: 'for-each-connection/give-turns.ts',
		from: "row.status === 'waiting' || ",
		to: '',
	},
	'for-each-connection.v1.syncs.json': {
		file: 'for-each-connection/cover-syncs.ts',
		from: 'await CancellationScope.nonCancellable(() => calls.stopForConnection(taskId, time, run));',
		to: '',
	},
	'for-each-connection.v1.cancelled.json': {
		file: 'for-each-connection/workflow.ts',
		from: 'if (isCancellation(error)) await CancellationScope.nonCancellable(() => stopAll(task));',
		to: '',
	},
};
