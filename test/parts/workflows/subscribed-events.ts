import type { Client } from '@temporalio/client';
import { SOON } from '../../support/temporal/soon';
import { eventually } from '../../support/time/eventually';
import type { EventActivities } from '../../../workflows/events/activities';
import type { SubscriptionSettings, SubscriptionState } from '../../../workflows/subscriptions/state';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import type { EventData, TaskEvent } from '../../../workflows/task/event';
import type { Timing } from '../../../workflows/task/timing';
import { taskEventSchema } from '../../../worker/webhooks/event-schema';
import { subscribersOf } from '../../../worker/webhooks/subscription';

export const AT = '2026-11-21T03:00:00.000Z';

/** Subscriptions that keep what they were sent. */
export class SubscribedEvents {
	/** Of the incidents that begin from now on. */
	timing: Partial<Timing> = SOON;
	readonly posted: Array<{ subscriptionId: string; event: TaskEvent }> = [];
	readonly #all: Array<{ id: string; state: SubscriptionState }> = [];

	readonly activities: EventActivities = {
		findSubscribers: (event) => Promise.resolve(subscribersOf(this.#all, event, this.timing)),
		postEvent: ({ subscriptionId, event }) => {
			// As the worker itself reads it.
			this.posted.push({ subscriptionId, event: taskEventSchema.parse(event) });
			return Promise.resolve({ outcome: 'delivered', status: 200 });
		},
	};

	/** Default: Slack, with the failures of all connections. */
	add(id: string, more: Partial<SubscriptionSettings> = {}): void {
		const settings: SubscriptionSettings = {
			format: 'slack',
			url: 'https://chat.example',
			recipients: [],
			events: ['task.failed'],
			digests: 'problems',
			timeZone: 'UTC',
			connection: null,
			description: '',
			enabled: true,
			...more,
		};
		const secret = { number: 1, keyVersion: 'k1' };
		const state = { settings, secret, creation: 'c', previous: null, createdAt: AT, updatedAt: AT };
		this.#all.push({ id, state });
	}

	to(id: string): TaskEvent[] {
		return this.posted.filter(({ subscriptionId }) => subscriptionId === id).map(({ event }) => event);
	}

	/** @returns all that it was sent, once these are so many */
	untilTold(id: string, count: number): Promise<TaskEvent[]> {
		return eventually(
			() => this.to(id),
			(seen) => seen.length >= count,
			`${count} messages to ${id}`,
		);
	}
}

/** As tasks, syncs and incidents publish them, at the same time. */
export async function publishEvents({ workflow }: Client, ...all: TaskEvent[]): Promise<void> {
	await Promise.all(
		all.map((event) =>
			workflow.execute('publishEvent', { workflowId: `event/${event.id}`, taskQueue: INTERNAL_QUEUE, args: [event] }),
		),
	);
}

export const ERROR = {
	type: 'unauthorized',
	title: 'The key is not valid',
	status: 401,
	detail: 'Use another key.',
	issues: [],
};

/** The failure of a retrain-and-wait of one agent. */
export function failure(connection: string, name: string, more: Partial<EventData['task.failed']> = {}): TaskEvent {
	return {
		id: `retrain-and-wait~${connection}-${name}~run~failed`,
		type: 'task.failed',
		at: AT,
		task: {
			id: `retrain-and-wait~${connection}-${name}`,
			type: 'retrain-and-wait',
			connection,
			agentId: `agent_${name}`,
		},
		data: { status: 'failed', error: ERROR, ...more },
	};
}
