import { movingAction } from './act';

export const reconnect = movingAction({
	value: 'reconnect',
	name: 'Reconnect',
	action: 'Reconnect a mailbox',
	description: 'Let a paused mailbox work again. Queued emails go out then.',
	apiAction: 'reconnect',
});
