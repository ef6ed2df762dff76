import type { NodeResource } from '../operation';
import { bulkAction } from '../../task-types/bulk-action';
import { forEachConnection } from '../../task-types/for-each-connection';
import { taskOperation } from '../start-tasks';
import { cancel } from './cancel.operation';
import { decide } from './decide.operation';
import { downloadFile } from './download-file.operation';
import { getMany } from './get-many.operation';
import { getReview } from './get-review.operation';
import { get } from './get.operation';
import { retryRefused } from './retry-refused.operation';
import { retry } from './retry.operation';
import { syncNow } from './sync-now.operation';
import { wait } from './wait.operation';

export const task: NodeResource = {
	value: 'task',
	name: 'Task',
	defaultOperation: 'get',
	operations: [
		taskOperation(bulkAction, {
			value: 'actOnMany',
			name: 'Act on Many',
			action: 'Act on many tasks',
			description: 'Retry, cancel, pause or resume many tasks, syncs or schedules that match a filter',
		}),
		cancel,
		decide,
		downloadFile,
		get,
		getMany,
		getReview,
		taskOperation(forEachConnection, {
			value: 'startForEachConnection',
			name: 'Start for Each Connection',
			action: 'Start a task for each connection',
			description: 'Start a task for each connection with some labels',
		}),
		retry,
		retryRefused,
		syncNow,
		wait,
	],
};
