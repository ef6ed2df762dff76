import type { NodeResource } from '../operation';
import { chat } from './chat.operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';
import { getTrainingStatus } from './get-training-status.operation';
import { retrain } from './retrain.operation';

export const agent: NodeResource = {
	value: 'agent',
	name: 'Agent',
	defaultOperation: getMany.value,
	operations: [chat, get, getMany, getTrainingStatus, retrain],
};
