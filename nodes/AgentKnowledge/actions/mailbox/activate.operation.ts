import { plainAction } from './act';

export const activate = plainAction({
	value: 'activate',
	name: 'Activate',
	action: 'Activate a mailbox',
	description: 'Activate a mailbox with working forwarding. It then receives and sends mail.',
	apiAction: 'activate',
});
