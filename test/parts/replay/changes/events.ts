import type { Changes } from '../changed-workflows';

export const eventsChanges: Changes = {
	'subscription.continued.json': {
		file: 'subscriptions/workflow.ts',
		from: 'workflowInfo().continueAsNewSuggested && allHandlersFinished()',
		to: 'workflowInfo().historyLength > 10_000 && allHandlersFinished()',
	},
	'subscription.changed.json': {
		file: 'subscriptions/workflow.ts',
		from: 'upsertMemo({ subscription: state });',
		to: '',
	},
	'publish-event.told.json': {
		file: 'events/workflow.ts',
		from: 'await beginDelivery(subscriber, event);',
		to: 'void subscriber;',
	},
	'publish-event.incident.json': {
		file: 'events/workflow.ts',
		from: 'else await tellOfFailure(subscriber, event);',
		to: 'else void tellOfFailure;',
	},
	'publish-event.joined.json': {
		file: 'events/workflow.ts',
		from: 'if (await signalled(workflowId, joinIncident, event)) return;',
		to: 'void joinIncident;',
	},
	'tell-incident.summary.json': {
		file: 'events/incident.ts',
		from: 'await beginDelivery(subscriptionId, message);',
		to: 'void message;',
	},
	// Recorded by a version that forgot what came while a message started.
	'tell-incident.meanwhile.json': {
		file: 'events/incident.ts',
		from: 'if (keepsLater) forgetReported(state);',
		to: 'forgetReported(state);',
	},
	'tell-incident.continued.json': {
		file: 'events/incident.ts',
		from: 'workflowInfo().continueAsNewSuggested && allHandlersFinished()',
		to: 'workflowInfo().historyLength > 10_000 && allHandlersFinished()',
	},
	'connection-incident.recovered.json': {
		file: 'connection-incident/workflow.ts',
		from: 'upsertMemo({ incident });',
		to: '',
	},
	'schedule-recovery.recovered.json': {
		file: 'schedules/recovery.ts',
		from: 'await sleep(timingOf(run).holdMs);',
		to: '',
	},
	'resend-events.told.json': {
		file: 'events/workflow.ts',
		from: 'await beginDelivery(subscriptionId, event, again);',
		to: 'void subscriptionId;',
	},
	'deliver-event.delivered.json': {
		file: 'events/delivery.ts',
		from: 'upsertMemo({ result });',
		to: '',
	},
};
