// @ts-check
import { ask } from './gateway.js';
/** @import { Destination, Page, RefusedLead, Review, Schedule, Task, TaskDetails, TaskItem, TaskType } from './types' */

/** What the pages read of the gateway. Every call throws a GatewayError when it is refused. */

/** @param {Record<string, string>} query */
export async function listTasks(query) {
	return /** @type {Page<TaskItem>} */ (await ask(`/v1/tasks?${new URLSearchParams(query)}`));
}

/** @param {string} id */
export async function readTask(id) {
	return /** @type {Task} */ (await ask(`/v1/tasks/${encodeURIComponent(id)}`));
}

/** @param {string} id */
export async function readDetails(id) {
	return /** @type {TaskDetails} */ (await ask(`/v1/tasks/${encodeURIComponent(id)}/details`));
}

/** @param {string} id of a task that asks a person */
export async function readReview(id) {
	return /** @type {Review} */ (await ask(`/v1/tasks/${encodeURIComponent(id)}/review`));
}

/** @param {string} id of a sync */
export async function listRefused(id) {
	return /** @type {{ items: RefusedLead[] }} */ (await ask(`/v1/tasks/${encodeURIComponent(id)}/refused`)).items;
}

export async function listTaskTypes() {
	return /** @type {{ items: TaskType[] }} */ (await ask('/v1/task-types')).items;
}

export async function listConnections() {
	return /** @type {{ items: Array<{ name: string }> }} */ (await ask('/v1/connections')).items;
}

export async function listDestinations() {
	return /** @type {{ items: Destination[] }} */ (await ask('/v1/destinations')).items;
}

export async function listSchedules() {
	return /** @type {{ items: Schedule[] }} */ (await ask('/v1/schedules')).items;
}
