import { mailingAction } from './act';

export const testForwarding = mailingAction({
	value: 'testForwarding',
	name: 'Test Forwarding',
	action: 'Test forwarding of a mailbox',
	description: 'Send a real email to the mailbox to test whether mail for its address arrives',
	apiAction: 'test-forwarding',
});
