import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';

export const conversation: NodeResource = {
	value: 'conversation',
	name: 'Conversation',
	defaultOperation: getMany.value,
	operations: [get, getMany],
};
