import { newestFirst } from '../watch/newest-first';
import type { TriggerEvent } from './event';

export const newCodConfirmation: TriggerEvent = {
	value: 'newCodConfirmation',
	name: 'New COD Confirmation',
	description: 'A buyer was asked to confirm a cash-on-delivery order; whether they did may not be known yet',
	endpoints: ['listCodConfirmations'],
	nothing: {
		message: 'The agent has no COD confirmation yet',
		whatToDo: 'Place a cash-on-delivery order in the connected shop, then test again.',
	},
	watch: (api, id) =>
		newestFirst((window) => api.call('listCodConfirmations', { params: { id }, query: { ...window } })),
};
