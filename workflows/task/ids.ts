/** Separates the parts of every id that the API shows. It needs no encoding in a URL. */
export const SEPARATOR = '~';

/** Characters that need encoding in a URL segment, or that could split a part of an id in two. */
const UNPLAIN = /[^A-Za-z0-9._-]/;

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

function idOf(...parts: string[]): string {
	return parts.join(SEPARATOR);
}

function hexOf(text: string): string {
	const bytes = new TextEncoder().encode(text);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
