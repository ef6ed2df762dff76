import { z } from 'zod';
import { EVENT_TYPES } from '../../workflows/task/event';
import { Problem } from '../problems/problem';
import type { TaskView } from '../tasks/task-view';
import type { Within } from '../tasks/within';

/** The resent events and callbacks with their receivers. */
export const resentSchema = z.object({
	events: z.array(
		z.object({
			id: z.string().describe('Id of the event and webhook-id, the same as in the first delivery'),
			type: z.enum(EVENT_TYPES),
			subscriptions: z
				.array(z.string())
				.describe('Ids of the subscriptions that receive it. Empty: no subscription includes it'),
		}),
	),
	callbacks: z
		.array(
			z.object({
				id: z.string().describe('Id of the wait and webhook-id, the same as in the first delivery'),
				host: z.string().describe('host:port that receives the callback'),
			}),
		)
		.describe('Callbacks of the ended waits for the task'),
});
export type Resent = z.infer<typeof resentSchema>;

/**
 * Resends the events and callbacks of a task's end to receivers that missed them. The request itself needs no worker.
 */
export interface TaskResends {
	/**
	 * The same key resends once and returns the same response.
	 * @param id of a task, or of a wait, which resends only the callback of the wait
	 * @param within only to subscriptions to these connections, and for waits of them alone. Default: to all
	 * @param owner the bound caller whose key it is: another one's is another key. Default: a key of all who are not bound
	 * @throws Problem `task_not_found`, Problem `wait_not_found`, or a Problem 409 that says why there is nothing to resend
	 */
	resend(id: string, idempotencyKey: string, within?: Within, owner?: string): Promise<Resent>;
}

export function waitNotEnded(id: string): Problem {
	return new Problem({
		type: 'wait_running',
		title: 'The wait has not ended',
		status: 409,
		detail: `${id} has not ended. The worker sends its callback when it ends.`,
	});
}

/** The wait never had a callback: a newer wait replaced it, or it was terminated. */
export function noCallbackOf(waitId: string): Problem {
	return new Problem({
		type: 'nothing_to_resend',
		title: 'There is nothing to resend',
		status: 409,
		detail: `${waitId} has no callback: a newer wait of the same execution and node replaced it, or it was terminated in Temporal.`,
	});
}

/**
 * It has no events, because it was terminated, belongs to another task, or its events were erased. No wait for it has
 * ended.
 */
export function nothingToResend({ id, status }: Pick<TaskView, 'id' | 'status'>): Problem {
	return new Problem({
		type: 'nothing_to_resend',
		title: 'There is nothing to resend',
		status: 409,
		detail: `${id} (${status}) published no events of its end, or they have expired. A task that another task started publishes none, and neither does a task that was terminated in Temporal. No wait for it has ended either. GET /v1/tasks/{id} shows its result.`,
	});
}
