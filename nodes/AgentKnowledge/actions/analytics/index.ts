import type { NodeResource } from '../operation';
import { get } from './get.operation';
import { getOverview } from './get-overview.operation';
import { getUnanswered } from './get-unanswered.operation';

export const analytics: NodeResource = {
	value: 'analytics',
	name: 'Analytics',
	defaultOperation: getOverview.value,
	operations: [get, getOverview, getUnanswered],
};
