import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';

export const conversation: NodeResource = {
	value: 'conversation',
	name: 'Conversation',
	defaultOperation: getAll.value,
	operations: [get, getAll],
};
