import type { NodeResource } from '../operation';
import { create } from './create.operation';
import { deletePair } from './delete.operation';
import { getAll } from './getAll.operation';
import { update } from './update.operation';

export const qaPair: NodeResource = {
	value: 'qaPair',
	name: 'Q&A Pair',
	defaultOperation: getAll.value,
	operations: [create, deletePair, getAll, update],
};
