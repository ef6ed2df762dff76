import { plainAction } from './act';

export const activate = plainAction({
	value: 'activate',
	name: 'Activate',
	action: 'Activate a mailbox',
	description: 'Activate a mailbox whose forwarding works, so that it receives and sends',
	apiAction: 'activate',
});
