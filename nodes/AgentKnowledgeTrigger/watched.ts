import type { WatchedAgents } from './agents/agent-choice';
import type { TriggerEvent, WatchOptions } from './events/event';

/** What the person chose in the node. */
export interface Watched {
	event: TriggerEvent;
	agents: WatchedAgents;
	options: WatchOptions;
}
