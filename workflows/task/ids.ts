/** Stands between the parts of every id that the API shows, because it needs no encoding in an address. */
export const SEPARATOR = '~';

/** A part of an id that is no segment of an address as it stands, or could be taken for two parts. */
const UNPLAIN = /[^A-Za-z0-9._-]/;

/** The id of a task that another one begins for an agent, whose own id may hold anything. */
export function agentTaskId(parent: string, agentId: string): string {
	return idOf(parent, ...(UNPLAIN.test(agentId) ? ['', hexOf(agentId)] : [agentId]));
}

/** What an event is known by. @param name unique within the task */
export function eventIdOf(taskId: string, firstRunId: string, name: string): string {
	return idOf(taskId, firstRunId, name);
}

/**
 * What one subscriber's delivery of an event is known by.
 * @param again tells one repeat of the same event from another; left out: the first time
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
