import { movingAction } from './act';

export const disconnect = movingAction({
	value: 'disconnect',
	name: 'Disconnect',
	action: 'Pause a mailbox',
	description: 'Pause a mailbox: it stops sending until it is reconnected. Nothing is deleted.',
	apiAction: 'disconnect',
});
