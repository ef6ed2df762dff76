import { cancellationSignal } from '@temporalio/activity';
import type { ApiClient } from '../../../api';
import type { AgentLook, FoundAgents } from '../../../workflows/lead-sync/activities';
import { notYet } from '../../temporal/not-yet';
import { readAgentPage } from '../task/activities';
import { withHeartbeat } from '../task/look';
import { holdingFailure } from './failures';

/** A quarter of the timeout (`workflows/lead-sync/sync-activities.ts`). */
const BEAT_MS = 5_000;

/**
 * The agents that the key can access and that a sync does not know yet. It is a call for each hundred agents, and comes
 * every few minutes, so it does not wait for a turn before each call. An agent that moves in the list meanwhile is found
 * by the next look.
 * @throws `not_yet` if there is no new agent
 */
export async function findNewAgents(api: ApiClient, { known, room, intervalMs }: AgentLook): Promise<FoundAgents> {
	const signal = cancellationSignal();
	const all = new Set<string>();
	try {
		await withHeartbeat(BEAT_MS, async () => {
			for (let offset: number | null = 0; offset !== null;) {
				const { agentIds, next } = await readAgentPage(api, offset, signal);
				for (const agentId of agentIds) all.add(agentId);
				offset = next;
			}
		});
	} catch (error) {
		throw holdingFailure(error);
	}
	for (const agentId of known) all.delete(agentId);
	const fresh = [...all];
	if (fresh.length === 0) throw notYet('The key can access no agent that the sync does not know.', intervalMs);
	return { agentIds: fresh.slice(0, room), beyond: Math.max(0, fresh.length - room) };
}
