import { type IDataObject, type IPollFunctions, NodeOperationError } from 'n8n-workflow';
import type { Api } from '../AgentKnowledge/transport/api';
import type { WatchedAgents } from './agents/agent-choice';
import { MOST_TESTED, newestOfAgents } from './agents/newest-of-agents';
import type { TriggerEvent, WatchOptions } from './events/event';
import { firstOfPersons, LOOKED_THROUGH } from './watch/wanted-only';

/** What the person chose in the node. */
export interface Watched {
	event: TriggerEvent;
	agents: WatchedAgents;
	options: WatchOptions;
}

/** Number of items that the editor's test shows. */
const SAMPLES = 3;

interface Nothing {
	message: string;
	whatToDo: string;
}

const NO_AGENT: Nothing = {
	message: 'The API key can access no agent',
	whatToDo: "Create an agent in the service's dashboard, or give the key access to one, then test again.",
};

/**
 * For the editor's test: the newest real items, oldest first. They do not count as seen.
 * @throws NodeOperationError if there are none, with how to make one
 */
export async function samples(context: IPollFunctions, api: Api, watched: Watched): Promise<IDataObject[]> {
	const { event, agents, options } = watched;
	const items =
		'one' in agents
			? await event.watch(api, agents.one, options).newest(SAMPLES)
			: await newestOfAgents(
					{ api, chosen: agents.several, watchOf: (to, id) => event.watch(to, id, options) },
					SAMPLES,
				);
	// Several agents may know one person.
	if (items !== null && items.length > 0) return (options.onePerPerson ? firstOfPersons(items) : items).toReversed();
	const { message, whatToDo } = items === null ? NO_AGENT : nothingOf(watched);
	throw new NodeOperationError(context.getNode(), message, { description: whatToDo });
}

function nothingOf({ event: { nothing, isOfLeads }, agents, options }: Watched): Nothing {
	const isOne = 'one' in agents;
	if (isOfLeads === true && options.isWanted !== undefined) {
		const whose = isOne ? '' : ` of each of the first ${MOST_TESTED} agents`;
		return {
			message: `None of the newest ${LOOKED_THROUGH} leads${whose} matches the filters`,
			whatToDo: 'Change the filters, or wait for a lead that matches, then test again.',
		};
	}
	return {
		message: isOne ? nothing.message : (nothing.messageOfSeveral ?? nothing.message),
		whatToDo: nothing.whatToDo,
	};
}
