import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const lead: NodeResource = {
	value: 'lead',
	name: 'Lead',
	defaultOperation: getAll.value,
	operations: [get, getAll],
};
