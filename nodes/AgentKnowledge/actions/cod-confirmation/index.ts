import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';
import { getMetrics } from './get-metrics.operation';

export const codConfirmation: NodeResource = {
	value: 'codConfirmation',
	name: 'COD Confirmation',
	defaultOperation: getMany.value,
	operations: [get, getMany, getMetrics],
};
