import type { NodeResource } from '../operation';
import { chat } from './chat.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getTrainingStatus } from './getTrainingStatus.operation';
import { retrain } from './retrain.operation';

export const agent: NodeResource = {
	value: 'agent',
	name: 'Agent',
	defaultOperation: getAll.value,
	operations: [chat, get, getAll, getTrainingStatus, retrain],
};
