import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { getExternalWorkflowHandle, ParentClosePolicy, proxyLocalActivities, startChild } from '@temporalio/workflow';
import { type TaskEvent, withFailure } from '../task/event';
import { incidentIdOf } from '../task/ids';
import { searchAttributes } from '../task/visibility';
import type { Callback } from '../waits/activities';
import { beginCallback } from '../waits/workflow';
import type { EndedIncidentActivities, EventActivities, Subscriber } from './activities';
import { beginDelivery } from './delivery';
import { joinIncident, mendIncident, tellIncident } from './incident';

/**
 * Local, because every task publishes events, and most events have no subscriber: a turn in a queue and its events in the
 * history would cost the server more than the look itself.
 */
const { findSubscribers, findEndedIncidents } = proxyLocalActivities<EventActivities & EndedIncidentActivities>({
	startToCloseTimeout: '30 seconds',
	// A timer waits for the next attempt, so that the worker's slot is free meanwhile.
	localRetryThreshold: '1 millisecond',
	retry: { initialInterval: '1 second', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Finds the subscribers of an event, and starts one delivery workflow for each. People are told of failures of one cause
 * together, until an event says that it works again.
 */
export async function publishEvent(published: TaskEvent): Promise<void> {
	for (const event of withFailure(published)) {
		for (const subscriber of await findSubscribers(event)) {
			if (typeof subscriber === 'string') await beginDelivery(subscriber, event);
			else await tellOfFailure(subscriber, event);
		}
	}
	// Events of earlier versions mend nothing.
	if (published.mends === undefined) return;
	for (const incidentId of await findEndedIncidents(published)) await signalled(incidentId, mendIncident, published);
}

/** An incident can end between the two steps. */
const MOST_ATTEMPTS = 5;

/** Joins the incident of the same cause that is open for the subscriber, or opens one. */
async function tellOfFailure(
	{ id: subscriptionId, incident, timing }: Exclude<Subscriber, string>,
	event: TaskEvent,
): Promise<void> {
	const workflowId = incidentIdOf(subscriptionId, incident);
	for (let attempt = 1; attempt <= MOST_ATTEMPTS; attempt += 1) {
		try {
			await startChild(tellIncident, {
				workflowId,
				args: timing === undefined ? [subscriptionId, event] : [subscriptionId, event, undefined, timing],
				typedSearchAttributes: [{ key: searchAttributes.subscription, value: subscriptionId }],
				parentClosePolicy: ParentClosePolicy.ABANDON,
			});
			return;
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
		}
		if (await signalled(workflowId, joinIncident, event)) return;
	}
	// Rather a message more than a failure that nobody hears of.
	await beginDelivery(subscriptionId, event);
}

/** @returns false if it has just ended */
async function signalled(workflowId: string, signal: typeof joinIncident, event: TaskEvent): Promise<boolean> {
	try {
		await getExternalWorkflowHandle(workflowId).signal(signal, event);
		return true;
	} catch {
		return false;
	}
}

/** One published event, and the subscriptions that get it again. */
export interface EventResend {
	event: TaskEvent;
	subscriptionIds: string[];
}

/**
 * Sends events and callbacks again, each with its original id, so a receiver recognises a repeat.
 * @param again id of this repeat; a different id sends once more
 */
export async function resendEvents(
	resends: EventResend[],
	again: string,
	callbacks: readonly Callback[],
): Promise<void> {
	for (const { event, subscriptionIds } of resends)
		for (const subscriptionId of subscriptionIds) await beginDelivery(subscriptionId, event, again);
	for (const { deliveryId, delivery } of callbacks)
		await beginCallback({ deliveryId: `${deliveryId}/again/${again}`, delivery });
}
