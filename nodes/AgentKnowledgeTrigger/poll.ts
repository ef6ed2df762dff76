import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { createApi } from '../AgentKnowledge/transport/api';
import { normalizedBaseUrl } from '../AgentKnowledge/transport/base-url';
import { findEvent } from './events';
import type { TriggerEvent, WatchOptions } from './events/event';
import { inTurn } from './in-turn';
import { readState } from './memory/state';
import { nextItems } from './next-items';
import { pollError } from './poll-error';
import { watchOptions } from './properties';
import { FirstLook, savedState } from './saved-state';
import { LOOKED_THROUGH } from './watch/wanted-only';
import type { Watch } from './watch/watch';

/** Total wait for the rate limit in one poll. A poll that would wait longer fails, and the next one continues. */
const PATIENCE_MS = 20_000;
/** Number of items that the editor's test shows. */
const SAMPLES = 3;

const NONE_MATCHES = {
	message: `None of the newest ${LOOKED_THROUGH} leads matches the filters`,
	whatToDo: 'Change the filters, or wait for a lead that matches, then test again.',
};

/** @returns the news of the agent, oldest first; null if there are none, as n8n requires */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const event = findEvent(context.getNodeParameter('event'));
	if (event === undefined) throw new NodeOperationError(context.getNode(), 'Choose an event.');
	const agentId = context.getNodeParameter('agentId', '', { extractValue: true });
	if (typeof agentId !== 'string' || agentId === '') {
		throw new NodeOperationError(context.getNode(), 'Choose an agent.');
	}
	try {
		const options = watchOptions(context);
		const watch = event.watch(createApi(context, { patienceMs: patienceOf(context) }), agentId, options);
		const items =
			context.getMode() === 'manual'
				? await samples(
						context,
						event.isOfLeads && options.isWanted !== undefined ? NONE_MATCHES : event.nothing,
						watch,
					)
				: await newItems(context, whatIsWatched(event, agentId, options), watch);
		return items.length === 0 ? null : [items.map((json) => ({ json }))];
	} catch (error) {
		throw pollError(error, { node: context.getNode(), event });
	}
}

async function newItems(context: IPollFunctions, what: string, watch: Watch): Promise<IDataObject[]> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('agentKnowledgeApi');
	const watching = `${what} ${normalizedBaseUrl(baseUrl)}`;
	const { data, ofWorkflow } = savedState(context);
	const node = `${context.getWorkflow().id} ${context.getNode().id} ${watching}`;
	// For polls of n8n's scheduler the mode is "update".
	const beginsAnew = context.getActivationMode() !== 'update';
	return await inTurn({ node, data, beginsAnew }, async () => {
		if (ofWorkflow === null) return await nextItems(data, watching, watch);
		const firstLook = new FirstLook(ofWorkflow, context.getNode());
		firstLook.continueIn(data, watching);
		const isFirst = readState(data, watching) === null;
		const items = await nextItems(data, watching, watch, true);
		if (isFirst) firstLook.keep(data);
		return items;
	});
}

/** The fields that count are part of it, because the memory compares hashes of them. */
function whatIsWatched({ value, seesChanges }: TriggerEvent, agentId: string, { ignoredFields }: WatchOptions): string {
	const watching = `${value} ${agentId}`;
	return seesChanges && ignoredFields.length > 0 ? `${watching} without ${ignoredFields.join(',')}` : watching;
}

/** For the editor's test: the newest real items, oldest first. They do not count as seen. */
async function samples(
	context: IPollFunctions,
	nothing: TriggerEvent['nothing'],
	watch: Watch,
): Promise<IDataObject[]> {
	const items = await watch.newest(SAMPLES);
	if (items.length > 0) return items.reverse();
	throw new NodeOperationError(context.getNode(), nothing.message, { description: nothing.whatToDo });
}

/** n8n names the longest time of a poll. Older versions have no such bound. */
function patienceOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? Math.min(PATIENCE_MS, context.getPollBudgetMs() / 2) : PATIENCE_MS;
}
