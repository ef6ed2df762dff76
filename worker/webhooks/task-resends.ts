import { z } from 'zod';
import { EVENT_TYPES } from '../../workflows/task/event';
import { Problem } from '../problems/problem';
import type { TaskView } from '../tasks/task-view';

/** What is sent again, and to whom. */
export const resentSchema = z.object({
	events: z.array(
		z.object({
			id: z.string().describe('Of the event, and the webhook-id: the same as the first time'),
			type: z.enum(EVENT_TYPES),
			subscriptions: z.array(z.string()).describe('Ids of the subscriptions that receive it. Empty if none wants it'),
		}),
	),
	callbacks: z
		.array(
			z.object({
				id: z.string().describe('Of the wait, and the webhook-id: the same as the first time'),
				host: z.string().describe('host:port that is called back'),
			}),
		)
		.describe('Of the waits for the task that have ended'),
});
export type Resent = z.infer<typeof resentSchema>;

/** Tells of a task's end once more, for receivers that missed it. No worker is needed to ask for it. */
export interface TaskResends {
	/**
	 * The same key sends once, and has the same answer.
	 * @param id of a task, or of a wait: then its callback alone is sent again
	 * @throws TaskNotFoundError, WaitNotFoundError, or a Problem 409 that says why there is nothing to send
	 */
	resend(id: string, idempotencyKey: string): Promise<Resent>;
}

export function stillRuns(id: string): Problem {
	return new Problem({
		type: 'task_running',
		title: 'The task still runs',
		status: 409,
		detail: `${id} has not ended. It tells of its end by itself.`,
	});
}

export function waitGoesOn(id: string): Problem {
	return new Problem({
		type: 'wait_running',
		title: 'The wait goes on',
		status: 409,
		detail: `${id} has not ended. Its callback is sent by itself when it does.`,
	});
}

/** It never had one: its place was taken, or it was ended from outside. */
export function noCallbackOf(waitId: string): Problem {
	return new Problem({
		type: 'nothing_to_resend',
		title: 'There is nothing to send again',
		status: 409,
		detail: `${waitId} has no callback: a newer wait of the same execution and node has taken its place, or it was terminated in Temporal.`,
	});
}

/** It was stopped from outside, another task speaks for it, or its events are erased; and nobody waited for it. */
export function nothingToResend({ id, status }: Pick<TaskView, 'id' | 'status'>): Problem {
	return new Problem({
		type: 'nothing_to_resend',
		title: 'There is nothing to send again',
		status: 409,
		detail: `${id} (${status}) has told nobody of its end, or what it told is not kept any more. A task that another task started is told of by that one, and one that was terminated in Temporal tells nothing. No wait for it has ended either. GET /v1/tasks/{id} has its result.`,
	});
}
