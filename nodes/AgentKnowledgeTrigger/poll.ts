import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';
import { type Api, createApi } from '../AgentKnowledge/transport/api';
import { normalizedBaseUrl } from '../AgentKnowledge/transport/base-url';
import { watchedAgents } from './agents/agent-choice';
import { type FailedAgent, failedAgentsError } from './agents/failed-agents';
import { findInAgents } from './agents/find-in-agents';
import type { StoredAgents } from './agents/stored-agents';
import { findEvent } from './events';
import { inTurn } from './in-turn';
import type { WatchOptions } from './events/event';
import type { StoredMemory } from './memory/memory';
import { onePerPerson } from './memory/persons';
import { readState } from './memory/state';
import { type Find, findInList, nextItemsBy } from './next-items';
import { pollError } from './poll-error';
import { watchOptions } from './properties';
import { samples, type Watched } from './samples';
import { FirstLook, savedState } from './saved-state';

/** Total wait for the rate limit in one poll. A poll that would wait longer fails, and the next one continues. */
const PATIENCE_MS = 20_000;
/** In the place of an agent's id. No request can carry this id, so no agent has it. */
const SEVERAL = '..';

/** @returns the news of the agents, oldest first; null if there are none, as n8n requires */
export async function poll(context: IPollFunctions): Promise<INodeExecutionData[][] | null> {
	const event = findEvent(context.getNodeParameter('event'));
	if (event === undefined) throw new NodeOperationError(context.getNode(), 'Choose an event.');
	const agents = watchedAgents(context, event);
	const endpoints = [...event.endpoints];
	if ('several' in agents && agents.several === 'all') endpoints.unshift('listAgents');
	try {
		const options = watchOptions(context);
		if (options.conversation !== undefined) endpoints.push(...(event.conversationEndpoints ?? []));
		const watched = { event, agents, options };
		const api = createApi(context, { patienceMs: patienceOf(context) });
		const isTest = context.getMode() === 'manual';
		const items = isTest ? await samples(context, api, watched) : await news(context, api, watched);
		return items.length === 0 ? null : [items.map((json) => ({ json }))];
	} catch (error) {
		throw pollError(error, { node: context.getNode(), endpoints });
	}
}

async function news(context: IPollFunctions, api: Api, watched: Watched): Promise<IDataObject[]> {
	const { event, agents, options } = watched;
	const what = whatIsWatched(watched);
	if ('one' in agents) {
		const watch = event.watch(api, agents.one, options);
		return await newItems(context, what, (memory: StoredMemory | null) => findInList(watch, memory), options);
	}
	const several = {
		api,
		chosen: agents.several,
		watchOf: (counted: Api, id: string) => event.watch(counted, id, options),
		report: (failed: readonly FailedAgent[], listFailure?: Error) => {
			showBeside(context, failedAgentsError(context.getNode(), failed, listFailure));
		},
	};
	return await newItems(context, what, (memory: StoredAgents | null) => findInAgents(several, memory), options);
}

async function newItems<Stored>(
	context: IPollFunctions,
	what: string,
	find: Find<Stored>,
	options: WatchOptions,
): Promise<IDataObject[]> {
	const { baseUrl } = await context.getCredentials<{ baseUrl: string }>('agentKnowledgeApi');
	const watching = `${what} ${normalizedBaseUrl(baseUrl)}`;
	const { data, ofWorkflow } = savedState(context);
	const node = `${context.getWorkflow().id} ${context.getNode().id} ${watching}`;
	// For polls of n8n's scheduler the mode is "update".
	const beginsAnew = context.getActivationMode() !== 'update';
	const sieve = options.onePerPerson ? onePerPerson : undefined;
	return await inTurn({ node, data, beginsAnew }, async () => {
		if (ofWorkflow === null) return await nextItemsBy(data, watching, find, false, sieve);
		const firstLook = new FirstLook(ofWorkflow, context.getNode());
		firstLook.continueIn(data, watching);
		const isFirst = readState(data, watching) === null;
		const items = await nextItemsBy(data, watching, find, true, sieve);
		if (isFirst) firstLook.keep(data);
		return items;
	});
}

/**
 * The fields that count are part of it, because the memory compares hashes of them. The ids of several agents are not,
 * so that the others continue where they were when a person adds or removes one.
 */
function whatIsWatched({ event: { value, seesChanges }, agents, options: { ignoredFields } }: Watched): string {
	const watching = `${value} ${'one' in agents ? agents.one : SEVERAL}`;
	return seesChanges && ignoredFields.length > 0 ? `${watching} without ${ignoredFields.join(',')}` : watching;
}

/** As a failed execution of its own, which starts the error workflow too. The poll itself goes well. */
function showBeside(context: IPollFunctions, error: NodeOperationError): void {
	try {
		context.__emitError(error);
	} catch {
		// n8n has replaced it in each poll on schedule so far.
		context.logger.warn(error.message);
	}
}

/** n8n names the longest time of a poll. Older versions have no such bound. */
function patienceOf(context: IPollFunctions): number {
	return 'getPollBudgetMs' in context ? Math.min(PATIENCE_MS, context.getPollBudgetMs() / 2) : PATIENCE_MS;
}
