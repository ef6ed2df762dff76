/** Separates the parts of every id that the API shows. It needs no encoding in a URL. */
export const SEPARATOR = '~';

/** Characters that need encoding in a URL segment, or that could split a part of an id in two. */
const UNPLAIN = /[^A-Za-z0-9._-]/;

/** Temporal accepts ids of 1,000 bytes. */
const LONGEST_PART = 120;

/** The id of a task that another task starts for an agent. The agent's id may hold any character. */
export function agentTaskId(parent: string, agentId: string): string {
	return idOf(parent, ...(UNPLAIN.test(agentId) ? ['', hexOf(agentId)] : [agentId]));
}

/** The id of an event. @param name unique within the task */
export function eventIdOf(taskId: string, firstRunId: string, name: string): string {
	return idOf(taskId, firstRunId, name);
}

/**
 * The id of one delivery of an event to one subscriber.
 * @param again distinguishes repeats of the same event. Default: the first delivery
 */
export function deliveryIdOf(eventId: string, subscriptionId: string, again?: string): string {
	return idOf('deliver', eventId, subscriptionId, ...(again === undefined ? [] : ['again', again]));
}

/** The id of a task that a schedule started ends with the time of the run. */
const RUN_OF_SCHEDULE = /^(.+)-(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)$/;

/** What the ids of all runs of a schedule begin with; null for a task that no schedule started. */
export function scheduleOfRun(taskId: string): string | null {
	return RUN_OF_SCHEDULE.exec(taskId)?.[1] ?? null;
}

/** When the run of a schedule was due, also of a task that was started again since; null if no schedule started it. */
export function dueTimeOfRun(taskId: string): Date | null {
	const dueAt = RUN_OF_SCHEDULE.exec(taskId)?.[2];
	return dueAt === undefined ? null : new Date(dueAt);
}

/** Whether a text can stand in an id as it is. */
export function isPlain(text: string): boolean {
	return text.length <= LONGEST_PART && !UNPLAIN.test(text);
}

/** A long or odd text as part of an id: equal texts are equal, and some very long ones as well. */
export function textId(text: string): string {
	return hexOf(text).slice(0, LONGEST_PART);
}

/** The id of the workflow that tells one subscriber of the failures of one cause. */
export function incidentIdOf(subscriptionId: string, key: string): string {
	return `incident/${subscriptionId}/${key}`;
}

function idOf(...parts: string[]): string {
	return parts.join(SEPARATOR);
}

function hexOf(text: string): string {
	const bytes = new TextEncoder().encode(text);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
