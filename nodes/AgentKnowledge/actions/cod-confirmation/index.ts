import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { getMetrics } from './getMetrics.operation';

export const codConfirmation: NodeResource = {
	value: 'codConfirmation',
	name: 'COD Confirmation',
	defaultOperation: getAll.value,
	operations: [get, getAll, getMetrics],
};
