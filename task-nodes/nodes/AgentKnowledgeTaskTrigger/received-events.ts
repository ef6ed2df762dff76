import { createHash } from 'crypto';
import type { SubscriptionMemory } from './subscription-memory';

/** Ids in the static data of a node. */
const MAX_KEPT = 500;
/** Ids in a process of n8n, for all nodes together. */
const MAX_IN_PROCESS = 5_000;
/** How long a second delivery waits for the first one, whose execution is about to start. */
const STARTING_MS = 60_000;

/** `starting` since then (milliseconds since 1970), or started. */
type State = { startingAt: number } | 'started';

/** n8n's response to a delivery. */
interface DeliveryResponse {
	statusCode: number;
	once(event: 'finish', listener: () => void): unknown;
}

/** By subscription and event, oldest first. */
const inProcess = new Map<string, State>();

/**
 * Whether an event is new. The static data survives a restart of n8n. The process also remembers ids that n8n loses
 * there: after two events at once, or if the flow writes static data, n8n stores only one of two states.
 * - `new`: start the execution. The event counts as received once n8n has sent a 2xx
 * - `received`: it has started an execution
 * - `starting`: another delivery is about to start one
 */
export function admitEvent(
	context: { getResponseObject(): DeliveryResponse },
	memory: SubscriptionMemory,
	{ subscriptionId, eventId }: { subscriptionId: string; eventId: string },
): 'new' | 'received' | 'starting' {
	const digest = createHash('sha256').update(eventId).digest('base64url').slice(0, 20);
	const key = `${subscriptionId} ${digest}`;
	const kept = memory.receivedEvents();
	const state = inProcess.get(key);
	if (state === 'started' || kept.includes(digest)) return 'received';
	if (state !== undefined && Date.now() - state.startingAt < STARTING_MS) return 'starting';
	note(key, { startingAt: Date.now() });
	// n8n stores this only if it also starts the execution.
	memory.keepReceivedEvents([...kept, digest].slice(-MAX_KEPT));
	const response = context.getResponseObject();
	response.once('finish', () => {
		if (response.statusCode < 300) note(key, 'started');
		else inProcess.delete(key);
	});
	return 'new';
}

function note(key: string, state: State): void {
	inProcess.delete(key);
	inProcess.set(key, state);
	if (inProcess.size <= MAX_IN_PROCESS) return;
	for (const oldest of inProcess.keys()) {
		inProcess.delete(oldest);
		return;
	}
}
