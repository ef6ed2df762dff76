import type { NodeResource } from '../operation';
import { checkKey } from './check-key.operation';
import { getUsage } from './get-usage.operation';

export const account: NodeResource = {
	value: 'account',
	name: 'Account',
	defaultOperation: getUsage.value,
	operations: [checkKey, getUsage],
};
