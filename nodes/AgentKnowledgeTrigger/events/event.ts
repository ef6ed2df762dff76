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
	/** The editor's message if there is nothing to show, and how to make something. */
	nothing: { message: string; whatToDo: string };
	watch(api: Api, agentId: string): Watch;
}
