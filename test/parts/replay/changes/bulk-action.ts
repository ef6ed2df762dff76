import type { Changes } from '../changed-workflows';

export const bulkActionChanges: Changes = {
	'bulk-action.v1.all.json': {
		file: 'bulk-action/workflow.ts',
		from: 'carried ?? newBulkState()',
		to: 'newBulkState()',
	},
	'bulk-action.v1.cancelled.json': {
		file: 'bulk-action/workflow.ts',
		from: 'if (isCancellation(error)) await CancellationScope.nonCancellable(() => report(task));',
		to: '',
	},
};
