import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getOverview } from './getOverview.operation';
import { getUnanswered } from './getUnanswered.operation';

export const analytics: NodeResource = {
	value: 'analytics',
	name: 'Analytics',
	defaultOperation: getOverview.value,
	operations: [get, getOverview, getUnanswered],
};
