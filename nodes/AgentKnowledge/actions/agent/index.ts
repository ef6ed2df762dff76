import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getTrainingStatus } from './getTrainingStatus.operation';
import { retrain } from './retrain.operation';

export const agent: NodeResource = {
	value: 'agent',
	name: 'Agent',
	defaultOperation: getAll.value,
	operations: [get, getAll, getTrainingStatus, retrain],
};
