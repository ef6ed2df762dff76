import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';

export const lead: NodeResource = {
	value: 'lead',
	name: 'Lead',
	defaultOperation: getMany.value,
	operations: [get, getMany],
};
