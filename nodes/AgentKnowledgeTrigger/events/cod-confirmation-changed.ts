import { ignoresOf } from '../memory/ignored-fields';
import { changes } from '../watch/changes';
import type { TriggerEvent } from './event';

export const codConfirmationChanged: TriggerEvent = {
	value: 'codConfirmationChanged',
	name: 'Cash on Delivery Confirmation Changed',
	description:
		"One of the agent's newest 500 cash-on-delivery confirmations changed, for example when the buyer answered",
	endpoints: ['listCodConfirmations'],
	seesChanges: true,
	nothing: {
		message: 'The agent has no COD confirmation yet',
		whatToDo: 'Place a cash-on-delivery order in the connected shop, then test again.',
	},
	watch: (api, id, { ignoredFields, withNew }) =>
		changes({
			readPage: (window) => api.call('listCodConfirmations', { params: { id }, query: { ...window } }),
			idFields: ['id', 'confirmationId', 'confirmation_id', '_id', 'uuid'],
			wordFor: () => 'changed',
			sampleWord: () => 'changed',
			ignores: ignoresOf(ignoredFields),
			withNew,
			wait: (ms) => api.wait(ms),
		}),
};
