import { newestFirst } from '../watch/newest-first';
import type { TriggerEvent } from './event';

export const newCodConfirmation: TriggerEvent = {
	value: 'newCodConfirmation',
	name: 'New Cash on Delivery Confirmation',
	description: 'The service asked a buyer to confirm a cash-on-delivery order. The buyer may not have answered yet.',
	endpoints: ['listCodConfirmations'],
	nothing: {
		message: 'The agent has no COD confirmation yet',
		messageOfSeveral: 'None of the agents has a COD confirmation yet',
		whatToDo: 'Place a cash-on-delivery order in the connected shop, then test again.',
	},
	watch: (api, id) =>
		newestFirst((window) => api.call('listCodConfirmations', { params: { id }, query: { ...window } })),
};
