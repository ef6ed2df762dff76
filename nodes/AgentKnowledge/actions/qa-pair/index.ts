import type { NodeResource } from '../operation';
import { create } from './create.operation';
import { deletePair } from './delete.operation';
import { getMany } from './get-many.operation';
import { update } from './update.operation';
import { upsert } from './upsert.operation';

export const qaPair: NodeResource = {
	value: 'qaPair',
	name: 'Q&A Pair',
	defaultOperation: getMany.value,
	operations: [create, deletePair, getMany, update, upsert],
};
