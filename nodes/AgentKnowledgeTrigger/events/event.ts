import type { IDataObject } from 'n8n-workflow';
import type { Api } from '../../AgentKnowledge/transport/api';
import type { OperationId } from '../../AgentKnowledge/transport/operations';
import type { Watch } from '../watch/watch';
import type { WantedConversation } from './lead-conversations';

/** What a person chose beside the event and the agent. */
export interface WatchOptions {
	/** Fields whose changes do not count. */
	ignoredFields: readonly string[];
	/** New records start the flow too. */
	withNew: boolean;
	/** Which leads start the flow. Undefined: all. */
	isWanted: ((item: IDataObject) => boolean) | undefined;
	/** Further leads of a person start nothing. */
	onePerPerson: boolean;
	/** What leads bring of their conversation. Default: nothing */
	conversation?: WantedConversation | undefined;
}

/** One of the events that the trigger offers. */
export interface TriggerEvent {
	value: string;
	name: string;
	description: string;
	/** The endpoints of the contract that it calls. */
	endpoints: readonly OperationId[];
	/** Those that it calls too where leads bring their conversation. Default: none */
	conversationEndpoints?: readonly OperationId[];
	/**
	 * The editor's message if there is nothing to show, and how to make something. An event with a message for several
	 * agents can watch several.
	 */
	nothing: { message: string; messageOfSeveral?: string; whatToDo: string };
	/** It has options, because it sees what has changed in records. */
	seesChanges?: true;
	/** It is about leads, so it has the filters of leads. */
	isOfLeads?: true;
	watch(api: Api, agentId: string, options: WatchOptions): Watch;
}
