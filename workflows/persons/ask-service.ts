import { ActivityFailure, ApplicationFailure, TimeoutFailure } from '@temporalio/common';
import { isCancellation } from '@temporalio/workflow';
import type { AgentActivities } from '../task/activities';
import { apiRead } from '../task/activity-options';
import { apiCalls } from '../task/dispatch-calls';
import { findAgents } from '../task/find-agents';
import { type Timing, timingOf } from '../task/timing';
import type { FoundLeads, PersonReadActivities } from './activities';
import type { PersonArgs, PersonLead, PersonPlace } from './contract';

/** An unavailable service blocks nothing: the report says that it was not searched. */
const TRIES = 4;
/** A connection without a worker blocks nothing either. A queue that is slow by the key's limit moves on in this time. */
const TAKEN_WITHIN = '4 hours';

/**
 * Searches the service, agent by agent, for leads of the data subject, as far as the keys have access.
 * @param between called between two agents, when the state is complete
 */
export async function askService(args: PersonArgs, state: PersonState, between: () => Promise<void>): Promise<void> {
	for (let connection = state.connections[0]; connection !== undefined; connection = state.connections[0]) {
		const activities = readsOf(connection, timingOf(args));
		try {
			state.agentIds ??= await findAgents(activities);
			for (let agentId = state.agentIds[0]; agentId !== undefined; agentId = state.agentIds[0]) {
				await askAgent(activities, { connection, agentId, request: args.request }, state);
				state.agentIds.shift();
				await between();
			}
		} catch (error) {
			if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
			const left = state.agentIds?.length ?? null;
			const note = `${agentsLeft(left)} of the service could not be searched: ${wordsOf(error)}`;
			state.places.push({ kind: 'service', where: connection, count: left, state: 'failed', note });
		}
		state.connections.shift();
		state.agentIds = null;
	}
}

function readsOf(connection: string, timing: Timing) {
	const read = apiRead(timing);
	return apiCalls<AgentActivities & PersonReadActivities>(connection, 'read', {
		...read,
		scheduleToStartTimeout: TAKEN_WITHIN,
		retry: { ...read.retry, maximumAttempts: TRIES },
	});
}

type Reads = ReturnType<typeof readsOf>;

async function askAgent(
	reads: Reads,
	{ connection, agentId, request }: { connection: string; agentId: string; request: string },
	state: PersonState,
): Promise<void> {
	const { leads, places } = state;
	const numbers = new Set(state.numbers);
	const named = new Set<number>();
	const found = new Set<number>();
	const conversations = new Set<string>();
	for (let offset: number | null = 0; offset !== null;) {
		const page: FoundLeads = await reads.findPersonLeads({ request, agentId, offset });
		for (const leadId of page.leadIds) found.add(leadId);
		for (const id of page.conversationIds ?? []) conversations.add(id);
		for (const folder of page.numbers ?? []) numbers.add(folder);
		for (const leadId of page.named ?? []) named.add(leadId);
		offset = page.next;
	}
	for (const leadId of named) {
		if (found.has(leadId)) continue;
		for (const folder of (await reads.findPersonNumber({ agentId, leadId })).numbers) numbers.add(folder);
	}
	state.numbers = [...numbers];
	const leadIds = [...found];
	if (leadIds.length === 0) return;
	leads.push(...leadIds.map((leadId) => ({ connection, agentId, leadId })));
	const chats = conversations.size === 0 ? '' : ` Their conversations: ${[...conversations].join(', ')}.`;
	const note = `The service's API cannot delete leads. Delete these in the service itself: ${leadIds.join(', ')}.${chats}`;
	places.push({
		kind: 'service',
		where: `${connection}/${agentId}`,
		count: leadIds.length,
		state: 'elsewhere',
		note,
	});
}

function wordsOf({ cause }: ActivityFailure): string {
	if (cause instanceof TimeoutFailure && cause.timeoutType === 'SCHEDULE_TO_START')
		return `no worker took the call within ${TAKEN_WITHIN}. Start a worker that has this connection, then repeat the request.`;
	return cause instanceof ApplicationFailure ? cause.message : 'the service does not respond';
}

/** Everything that must not be lost when it continues as new. */
export interface PersonState {
	/** Connections that are still to be asked; the first one is being asked. */
	connections: string[];
	/** Its agents that are still to be asked; null until they are known. */
	agentIds: string[] | null;
	/** When the person was left out of what is read, in milliseconds since 1970; null before that. */
	since: number | null;
	leads: PersonLead[];
	/** Where syncs note the telephone numbers of these leads, and of those that the request names. */
	numbers?: string[];
	places: PersonPlace[];
}

/** @param left null: not even their list could be read */
function agentsLeft(left: number | null): string {
	if (left === null) return 'The agents';
	return left === 1 ? '1 agent' : `${left} agents`;
}
