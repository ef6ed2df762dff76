import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import { endedIncidentKeyOf } from '../../../workflows/events/incident-key';
import type { SubscriptionState } from '../../../workflows/subscriptions/state';
import type { DeliveryPauses } from '../../../workflows/task/delivery-options';
import type { TaskEvent } from '../../../workflows/task/event';
import { deliveryIdOf, incidentIdOf } from '../../../workflows/task/ids';
import { notYet } from '../../temporal/not-yet';
import { deliveryMemoSchema } from '../../webhooks/delivery-memo';
import { wantedPart } from '../../webhooks/subscription';
import { nextPause } from './pauses';

/** The first message of an incident to a subscriber, which the messages after it join. */
export interface IncidentThread {
	first: TaskEvent;
	/** Slack's id of that message; null if the chat gave none. */
	messageId: string | null;
}

/** While the first message is under way, the next one waits: longer, the longer a receiver is down. */
const LOOKS = { backoffCoefficient: 1.2, maximumInterval: 300_000 };

/** In the memo of the workflow that tells failures of one cause (`workflows/events/incident.ts`). */
const incidentMemoSchema = z.object({
	thread: z.object({ first: z.object({ id: z.string() }), taskIds: z.array(z.string()) }),
});

/**
 * The thread of an event's incident, read from the delivery of its first message.
 * @returns null if the subscriber got none, or would get none now: the event is told alone
 * @param pauses between two attempts to deliver the event
 * @throws a failure that is retried while the first message is under way
 */
export async function threadOf(
	client: Client,
	{ id: subscriptionId, settings }: Pick<SubscriptionState, 'settings'> & { id: string },
	event: TaskEvent,
	pauses: DeliveryPauses,
): Promise<IncidentThread | null> {
	const { follows } = event;
	if (follows === undefined) return null;
	const firstId = (await firstOfGroup(client, subscriptionId, event)) ?? follows.id;
	const delivery = await describe(client, deliveryIdOf(firstId, subscriptionId));
	const memo = deliveryMemoSchema.safeParse(delivery?.memo).data;
	if (delivery === null || memo === undefined) return null;
	if (memo.result === undefined) {
		if (delivery.status.name !== 'RUNNING') return null;
		throw notYet('The first message of the incident is sent first.', nextPause({ ...pauses, ...LOOKS }));
	}
	if (memo.result.outcome === 'not-wanted') return null;
	const first = wantedPart(settings, memo.event);
	return first === null ? null : { first, messageId: memo.result.messageId ?? null };
}

/** Failures of one cause are told in one message, which has the id of the first of them. */
async function firstOfGroup(client: Client, subscriptionId: string, event: TaskEvent): Promise<string | null> {
	const key = endedIncidentKeyOf(event);
	if (key === null) return null;
	const described = await describe(client, incidentIdOf(subscriptionId, key));
	const thread = incidentMemoSchema.safeParse(described?.memo).data?.thread;
	return thread?.taskIds.includes(event.task.id) === true ? thread.first.id : null;
}

async function describe(client: Client, workflowId: string) {
	try {
		return await client.workflow.getHandle(workflowId).describe();
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}
