import type { NodeResource } from '../operation';
import { checkKey } from './checkKey.operation';
import { getUsage } from './getUsage.operation';

export const account: NodeResource = {
	value: 'account',
	name: 'Account',
	defaultOperation: getUsage.value,
	operations: [checkKey, getUsage],
};
