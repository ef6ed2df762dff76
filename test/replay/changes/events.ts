import type { Changes } from '../changed-workflows';

export const eventsChanges: Changes = {
	'subscription.continued.json': {
		file: 'subscriptions/subscription.ts',
		from: 'workflowInfo().continueAsNewSuggested && allHandlersFinished()',
		to: 'workflowInfo().historyLength > 10_000 && allHandlersFinished()',
	},
	'subscription.changed.json': {
		file: 'subscriptions/subscription.ts',
		from: 'upsertMemo({ subscription: state });',
		to: '',
	},
	'publish-event.told.json': {
		file: 'events/publish-event.ts',
		from: 'await beginDelivery(subscriptionId, event);',
		to: 'void subscriptionId;',
	},
	'resend-events.told.json': {
		file: 'events/resend-events.ts',
		from: 'await beginDelivery(subscriptionId, event, again);',
		to: 'void subscriptionId;',
	},
	'deliver-event.delivered.json': {
		file: 'events/deliver-event.ts',
		from: 'upsertMemo({ result });',
		to: '',
	},
};
