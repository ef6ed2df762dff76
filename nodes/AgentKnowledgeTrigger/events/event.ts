import type { Api } from '../../AgentKnowledge/transport/api';
import type { OperationId } from '../../AgentKnowledge/transport/operations';
import type { Watch } from '../watch/watch';

/** One of the events that the trigger offers. */
export interface TriggerEvent {
	value: string;
	name: string;
	description: string;
	/** The endpoints of the contract that it calls. */
	endpoints: readonly OperationId[];
	/** What the editor's test says when there is nothing to show: that there is none, and how to make one. */
	nothing: { message: string; whatToDo: string };
	watch(api: Api, agentId: string): Watch;
}
