import { movingAction } from './act';

export const disconnect = movingAction({
	value: 'disconnect',
	name: 'Disconnect',
	action: 'Pause a mailbox',
	description: 'Pause a mailbox. It stops sending until you reconnect it. Nothing is deleted.',
	apiAction: 'disconnect',
});
