import type { NodeResource } from '../operation';
import { sendAfterApproval } from './send-after-approval.operation';

export const email: NodeResource = {
	value: 'email',
	name: 'Email',
	defaultOperation: 'sendAfterApproval',
	operations: [sendAfterApproval],
};
