import { mailingAction } from './act';

export const testSending = mailingAction({
	value: 'testSending',
	name: 'Test Sending',
	action: 'Send a test email',
	description: 'Send a real email from the mailbox to test sending',
	apiAction: 'test-sending',
});
