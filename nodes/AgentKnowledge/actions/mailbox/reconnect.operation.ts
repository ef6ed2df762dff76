import { plainAction } from './act';

export const reconnect = plainAction({
	value: 'reconnect',
	name: 'Reconnect',
	action: 'Reconnect a mailbox',
	description: 'Let a paused mailbox work again. Queued emails go out then.',
	apiAction: 'reconnect',
});
