import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import type { ApiClient } from '../../../api';
import type { AgentLook, FoundAgents } from '../../../workflows/lead-sync/activities';
import { moreToDo, notYet } from '../../temporal/not-yet';
import { readAgentPage } from '../task/activities';
import { withHeartbeat } from '../task/look';
import { holdingFailure } from './failures';

/** A quarter of the timeout (`workflows/lead-sync/sync-activities.ts`). */
const BEAT_MS = 5_000;

const notesSchema = z.object({
	/** Where the next page begins. */
	offset: z.number(),
	/** New agents, as many as there is room for. */
	fresh: z.array(z.string()),
	/** The number of new agents beyond that. */
	beyond: z.number(),
	/** Ids of the page before, which the next one overlaps. */
	last: z.array(z.string()),
});
/** What an attempt passes to the next one. */
type Notes = z.output<typeof notesSchema>;

const atTheTop = (): Notes => ({ offset: 0, fresh: [], beyond: 0, last: [] });

/**
 * The agents that the key can access and that a sync does not know yet. Each attempt reads a page of the list. An agent
 * that moves in the list meanwhile is found by the next look.
 * @throws `not_yet` if there are more pages, or no new agent
 */
export async function findNewAgents(api: ApiClient, { known, room, intervalMs }: AgentLook): Promise<FoundAgents> {
	const signal = cancellationSignal();
	const notes = notesSchema.safeParse(activityInfo().heartbeatDetails).data ?? atTheTop();
	return withHeartbeat(
		BEAT_MS,
		async () => {
			const { agentIds, next } = await readAgentPage(api, notes.offset, signal).catch((error: unknown) => {
				throw holdingFailure(error);
			});
			const met = new Set([...known, ...notes.fresh, ...notes.last]);
			const fresh = agentIds.filter((agentId) => !met.has(agentId));
			const left = room - notes.fresh.length;
			notes.fresh.push(...fresh.slice(0, left));
			notes.beyond += Math.max(0, fresh.length - left);
			Object.assign(notes, { offset: next ?? 0, last: agentIds });
			if (next !== null) throw moreToDo('The sync looks for new agents.');
			const { fresh: found, beyond } = notes;
			Object.assign(notes, atTheTop());
			if (found.length === 0) throw notYet('The key can access no agent that the sync does not know.', intervalMs);
			return { agentIds: found, beyond };
		},
		notes,
	);
}
