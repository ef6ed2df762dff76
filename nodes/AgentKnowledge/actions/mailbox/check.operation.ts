import { plainAction } from './act';

export const check = plainAction({
	value: 'check',
	name: 'Check',
	action: 'Check a mailbox',
	description: 'Check the setup of a mailbox: whether it can receive and send mail. Sends nothing.',
	apiAction: 'check',
});
