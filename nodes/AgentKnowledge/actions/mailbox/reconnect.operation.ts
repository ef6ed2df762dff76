import { movingAction } from './act';

export const reconnect = movingAction({
	value: 'reconnect',
	name: 'Reconnect',
	action: 'Reconnect a mailbox',
	description: 'Reconnect a paused mailbox. It then sends its queued emails.',
	apiAction: 'reconnect',
});
