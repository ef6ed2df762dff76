/**
 * Stands between the parts of every id that the API shows, because it needs no encoding in an address. The version before
 * had a slash there, which many proxies refuse as %2F.
 */
export const SEPARATOR = '~';

/** A part of an id that is no segment of an address as it stands, or could be taken for two parts. */
const UNPLAIN = /[^A-Za-z0-9._-]/;

/**
 * An id made of another one, with the separator that the other one was made with: so a replay, a reset or a repeat of a
 * task of the version before finds what it began.
 */
export function derivedId(from: string, ...parts: string[]): string {
	return [from, ...parts].join(isOlder(from) ? '/' : SEPARATOR);
}

/** The id of a task that another one begins for an agent, whose own id may hold anything. */
export function agentTaskId(parent: string, agentId: string): string {
	if (isOlder(parent) || !UNPLAIN.test(agentId)) return derivedId(parent, agentId);
	return derivedId(parent, '', hexOf(agentId));
}

/** What an event is known by. @param name unique within the task */
export function eventIdOf(taskId: string, firstRunId: string, name: string): string {
	return derivedId(taskId, firstRunId, name);
}

/**
 * What one subscriber's delivery of an event is known by.
 * @param again tells one repeat of the same event from another; left out: the first time
 */
export function deliveryIdOf(eventId: string, subscriptionId: string, again?: string): string {
	const parts = ['deliver', eventId, subscriptionId, ...(again === undefined ? [] : ['again', again])];
	if (isOlder(eventId)) return parts.join('/');
	return parts.join(SEPARATOR).replaceAll('/', SEPARATOR);
}

/** Of the version before, or of a workflow that no gateway began. */
function isOlder(id: string): boolean {
	return !/^[a-z-]+~/.test(id);
}

function hexOf(text: string): string {
	const bytes = new TextEncoder().encode(text);
	return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
