import type { Priority } from '@temporalio/common';
import type { ActivityOptions } from '@temporalio/workflow';
import { DELIVERIES_QUEUE } from '../task-queues';
import type { Timing } from './timing';

/** Lower is sent sooner. A person is asked by a review, and a flow waits for its callback. */
const SENT = { review: 1, callback: 2, event: 3, repeat: 4 } as const;

export type SentKind = keyof typeof SENT;

/** The pauses between the attempts of a delivery, in milliseconds: the first, by how much each grows, the longest. */
export interface DeliveryPauses {
	initialInterval: number;
	backoffCoefficient: number;
	maximumInterval: number;
}

export function eventPauses({ eventRetryMs }: Timing): DeliveryPauses {
	return { initialInterval: eventRetryMs, backoffCoefficient: 3, maximumInterval: 3_600_000 };
}

/** At most five minutes, so a flow continues soon after its n8n is back. */
export const CALLBACK_PAUSES: DeliveryPauses = {
	initialInterval: 1_000,
	backoffCoefficient: 2,
	maximumInterval: 300_000,
};

export const REVIEW_MAIL_PAUSES: DeliveryPauses = {
	initialInterval: 10_000,
	backoffCoefficient: 2,
	maximumInterval: 900_000,
};

/** Temporal refuses longer keys. It counts bytes, and each of our keys is ASCII. */
const LONGEST_KEY = 64;

/**
 * The place of a delivery among those that wait. Of one kind, the receivers take turns: a thousand events for one do not
 * delay the first one for another. A server without fairness sends those of one kind in the order of their start.
 * @param receiver a subscription's id, or a host
 */
export function deliveryPriority(kind: SentKind, receiver: string): Priority {
	return { priorityKey: SENT[kind], fairnessKey: receiver.slice(-LONGEST_KEY) };
}

/**
 * One attempt on the queue of deliveries: ten seconds for the response, and some for the rest. Its place in the queue is
 * that of its workflow.
 */
export function delivering(pauses: DeliveryPauses): ActivityOptions {
	return {
		taskQueue: DELIVERIES_QUEUE,
		startToCloseTimeout: '30 seconds',
		scheduleToCloseTimeout: '3 days',
		retry: { ...pauses },
	};
}

/**
 * The same for what may be a mail. A mail server may take minutes for each step, as RFC 5321 says, and who stops waiting
 * makes duplicates. Heartbeats show within half a minute that a worker was lost; messages to webhooks end before.
 */
export function mailing(pauses: DeliveryPauses): ActivityOptions {
	return { ...delivering(pauses), startToCloseTimeout: '90 minutes', heartbeatTimeout: '30 seconds' };
}
