import type { NodeResource } from '../operation';
import { search } from './search.operation';

export const knowledge: NodeResource = {
	value: 'knowledge',
	name: 'Knowledge',
	defaultOperation: search.value,
	operations: [search],
};
