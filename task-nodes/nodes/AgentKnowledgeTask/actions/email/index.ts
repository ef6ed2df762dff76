import type { NodeResource } from '../operation';
import { emailSendWithReview } from '../../task-types/email-send-with-review';
import { taskOperation } from '../start-tasks';

export const email: NodeResource = {
	value: 'email',
	name: 'Email',
	defaultOperation: 'sendAfterApproval',
	operations: [
		taskOperation(emailSendWithReview, {
			value: 'sendAfterApproval',
			name: 'Send After Approval',
			action: 'Send an email after approval',
			description:
				'Send an email after a person has approved that exact version, and follow it to an outcome for every address',
		}),
	],
};
