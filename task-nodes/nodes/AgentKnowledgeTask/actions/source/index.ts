import type { NodeResource } from '../operation';
import { addMany } from './add-many.operation';

export const source: NodeResource = {
	value: 'source',
	name: 'Source',
	defaultOperation: 'addMany',
	operations: [addMany],
};
