import type { NodeResource } from '../operation';
import { retrainMany } from './retrain-many.operation';
import { retrain } from './retrain.operation';

export const agent: NodeResource = {
	value: 'agent',
	name: 'Agent',
	defaultOperation: 'retrain',
	operations: [retrain, retrainMany],
};
