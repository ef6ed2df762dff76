import type { NodeResource } from '../operation';
import { createOrUpdate } from './create-or-update.operation';
import { deleteOne } from './delete.operation';
import { getMany } from './get-many.operation';
import { retrainNightly } from './retrain-nightly.operation';
import { runNow } from './run-now.operation';

export const schedule: NodeResource = {
	value: 'schedule',
	name: 'Schedule',
	defaultOperation: 'retrainNightly',
	operations: [createOrUpdate, deleteOne, getMany, retrainNightly, runNow],
};
