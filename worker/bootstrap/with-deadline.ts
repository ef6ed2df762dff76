import type { Client } from '@temporalio/client';
import type { ReviewService } from '../tasks/reviews';
import type { PersonService } from '../privacy';
import type { ScheduleService } from '../tasks/schedules';
import type { TaskActions, TaskRetries, TaskService, WaitService } from '../tasks';
import type { TaskResends } from '../webhooks/task-resends';

/**
 * The SDK repeats calls for as long as Temporal is away; somebody who asks over HTTP is told after these ms instead.
 * A start that was cut off is found again by its key.
 */
const ANSWER_WITHIN_MS = 8_000;

/** The same service, whose calls fail when Temporal does not answer in time. */
export function tasksWithDeadline(client: Client, tasks: TaskService): TaskService {
	return {
		start: (task) => within(client, () => tasks.start(task)),
		find: (task) => within(client, () => tasks.find(task)),
		repeatOf: (task) => within(client, () => tasks.repeatOf(task)),
		get: (id) => within(client, () => tasks.get(id)),
		waitFor: (id, timeoutMs, signal) => within(client, () => tasks.waitFor(id, timeoutMs, signal), timeoutMs),
		list: (query) => within(client, () => tasks.list(query)),
		details: (id) => within(client, () => tasks.details(id)),
		cancel: (id, key) => within(client, () => tasks.cancel(id, key)),
	};
}

/** The same service, whose calls fail when Temporal does not answer in time. */
export function waitsWithDeadline(client: Client, waits: WaitService): WaitService {
	return {
		start: (wait) => within(client, () => waits.start(wait)),
		get: (id) => within(client, () => waits.get(id)),
	};
}

/** The same service, whose calls fail when Temporal, or a worker that answers for it, is away. */
export function actionsWithDeadline(client: Client, actions: TaskActions): TaskActions {
	return {
		act: (action) => within(client, () => actions.act(action)),
		refusedLeads: (id) => within(client, () => actions.refusedLeads(id)),
	};
}

/** The same service, whose calls fail when Temporal does not answer in time. */
export function retriesWithDeadline(client: Client, retries: TaskRetries): TaskRetries {
	return {
		find: (id, key) => within(client, () => retries.find(id, key)),
		start: (task, key) => within(client, () => retries.start(task, key)),
	};
}

/** The same service, whose calls fail when Temporal does not answer in time. */
export function resendsWithDeadline(client: Client, resends: TaskResends): TaskResends {
	return { resend: (id, key) => within(client, () => resends.resend(id, key)) };
}

/** The same service, whose calls fail when Temporal does not answer in time. */
export function schedulesWithDeadline(client: Client, schedules: ScheduleService): ScheduleService {
	return {
		save: (schedule) => within(client, () => schedules.save(schedule)),
		list: () => within(client, () => schedules.list()),
		get: (id) => within(client, () => schedules.get(id)),
		pause: (id, note) => within(client, () => schedules.pause(id, note)),
		resume: (id, note) => within(client, () => schedules.resume(id, note)),
		runNow: (id, key) => within(client, () => schedules.runNow(id, key)),
		backfill: (id, span, key) => within(client, () => schedules.backfill(id, span, key)),
		delete: (id) => within(client, () => schedules.delete(id)),
	};
}

/** The same service, whose calls fail when Temporal does not answer in time. */
export function personsWithDeadline(client: Client, persons: PersonService): PersonService {
	return {
		start: (search) => within(client, () => persons.start(search)),
		get: (id) => within(client, () => persons.get(id)),
		waitFor: (id, timeoutMs, signal) => within(client, () => persons.waitFor(id, timeoutMs, signal), timeoutMs),
	};
}

/** The same service, whose calls fail when Temporal, or a worker that answers for it, is away. */
export function reviewsWithDeadline(client: Client, reviews: ReviewService): ReviewService {
	return {
		read: (taskId) => within(client, () => reviews.read(taskId)),
		decide: (taskId, request) => within(client, () => reviews.decide(taskId, request)),
	};
}

function within<Result>(client: Client, call: () => Promise<Result>, moreMs = 0): Promise<Result> {
	return client.withDeadline(Date.now() + ANSWER_WITHIN_MS + moreMs, call);
}
