import { plainAction } from './act';

export const check = plainAction({
	value: 'check',
	name: 'Check',
	action: 'Check a mailbox',
	description: 'Check how far the setup of a mailbox is: whether mail arrives and may be sent. Sends nothing.',
	apiAction: 'check',
});
