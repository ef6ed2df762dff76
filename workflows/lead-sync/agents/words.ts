import { skippedWords } from '../../leads/filter';
import type { TaskProgress } from '../../task/visibility';
import { problemWords } from '../cursor';
import { completeAtOf, countsOfAll, skippedOf, syncedOf } from './agents-result';
import type { AgentsState } from './agents-state';
import { MOST_AGENTS } from './limits';

/** How many agents a sentence names. */
const MOST_NAMED = 3;

/** How a sync of several agents stands, as progress. */
export function describeAgents(
	state: AgentsState,
	{ destination, flow }: { destination: string; flow?: string },
): TaskProgress {
	const { parts } = state;
	const synced = syncedOf(parts);
	const counts = countsOfAll(parts);
	const completeAt = completeAtOf(parts);
	const until = completeAt === null ? null : Math.max(completeAt, state.upToDateAt);
	return {
		message: sentence(state, flow),
		itemsDone: synced,
		itemsFailed: counts.refused,
		agents: parts.length,
		destination,
		...(flow === undefined ? {} : { flow }),
		...(until === null ? {} : { upToDateAt: new Date(until).toISOString() }),
		at: new Date().toISOString(),
	};
}

function sentence(state: AgentsState, flow: string | undefined): string {
	const { parts } = state;
	if (parts.length === 0) return 'The key can access no agent. The sync looks for new agents every 10 minutes.';
	const reading = parts.filter(
		({ cursor, isGone, otherSync }) => !isGone && otherSync === null && (cursor?.completeAt ?? null) === null,
	).length;
	const start = reading === 0 ? 'Up to date' : `Reading the existing leads of ${counted(reading, 'agent')}`;
	const into = flow === undefined ? '' : ` to the n8n flow "${flow}"`;
	const figures = `${counted(syncedOf(parts), 'lead')} of ${counted(parts.length, 'agent')} synced${into}`;
	const problems = `${problemWords(countsOfAll(parts))}${skippedWords(skippedOf(parts))}`;
	return `${start}: ${figures}${problems}.${exceptions(state)}`;
}

/** The agents whose leads do not come. */
export function exceptions({ parts, beyond }: AgentsState): string {
	const gone = parts.filter(({ isGone }) => isGone).map(({ agentId }) => agentId);
	const others = parts.filter(({ otherSync }) => otherSync !== null).map(({ agentId }) => agentId);
	const words = [
		gone.length === 0 ? '' : ` The key can no longer access ${namesOf(gone)}.`,
		others.length === 0 ? '' : ` Another sync brings the leads of ${namesOf(others)}.`,
		beyond === 0
			? ''
			: ` The key can access ${beyond} more than the ${MOST_AGENTS} agents that one sync takes. Start another sync for those.`,
	];
	return words.join('');
}

function namesOf(agentIds: readonly string[]): string {
	const more = agentIds.length - MOST_NAMED;
	const named = agentIds.slice(0, MOST_NAMED).map((agentId) => `"${agentId}"`);
	return more > 0 ? `${named.join(', ')} and ${more} more` : named.join(', ');
}

function counted(count: number, what: string): string {
	return `${count} ${what}${count === 1 ? '' : 's'}`;
}
