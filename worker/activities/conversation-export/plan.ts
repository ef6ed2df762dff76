import type { ConversationPlan, PlanConversations, Span } from '../../../workflows/conversation-export/activities';
import type { Days, Moments } from '../../../workflows/task/period';
import { type BlobStore, chunkKey } from '../../storage/blobs';
import { markOf, startOf } from '../../storage/conversation-files/shown-conversation';
import { type Listed, NewLines, readLines } from '../../storage/conversation-files/stored-lines';
import { withoutRetry } from './part-lost';
import { listKey } from './read-conversations';

/** Conversations of one part of the plan. A read of a transcript loads one part. */
const PART = 100;
const DAY_MS = 24 * 3_600_000;

interface PlanWith {
	store: BlobStore;
	taskId: string;
	signal: AbortSignal;
}

/**
 * Numbers the conversations of all lists in the order in which they were read, each once, and stores them in parts. A
 * repeat stores the same.
 * @throws a final failure if a part of a list is missing
 */
export async function planConversations(request: PlanConversations, given: PlanWith): Promise<ConversationPlan> {
	try {
		return await numbered(request, given);
	} catch (error) {
		throw withoutRetry(error);
	}
}

async function numbered(
	{ days, asOf, chunks, attempts, run }: PlanConversations,
	{ store, taskId, signal }: PlanWith,
): Promise<ConversationPlan> {
	const seen = new Set<string>();
	const plan: ConversationPlan = { conversations: 0, agents: [], repeats: 0, undated: 0 };
	const isWanted = wanted(days, asOf);
	let part = new NewLines();
	const flush = async () => {
		await part.store(store, planKey(taskId, plan.conversations - 1, run));
		part = new NewLines();
	};
	for (let chunk = 0; chunk < chunks; chunk += 1) {
		signal.throwIfAborted();
		const attempt = attempts[chunk] ?? 1;
		if (attempt === 0) continue;
		for await (const listed of readLines(store, listKey(taskId, chunk, attempt, run))) {
			// Two agents may show the same record, if it has no id.
			const mark = `${listed.agentId} ${markOf(listed.conversation)}`;
			if (seen.has(mark)) {
				plan.repeats += 1;
				continue;
			}
			seen.add(mark);
			const start = startOf(listed.conversation);
			if (!isWanted(start)) continue;
			if (start === null) plan.undated += 1;
			part.add(listed);
			count(plan, listed.agentId);
			if (part.count === PART) await flush();
		}
	}
	if (part.count > 0) await flush();
	return plan;
}

function count(plan: ConversationPlan, agentId: string): void {
	const last = plan.agents.at(-1);
	const from = plan.conversations;
	plan.conversations += 1;
	if (last?.agentId === agentId) last.span = [last.span[0], plan.conversations];
	else plan.agents.push({ agentId, span: [from, plan.conversations] });
}

/** A conversation that shows no time is wanted: leaving it out could lose it. */
function wanted(
	{ startDate, endDate, from = startDate, until }: Days & Moments,
	asOf: string,
): (start: number | null) => boolean {
	const first = from === undefined ? -Infinity : Date.parse(from);
	const day = endDate === undefined ? Infinity : Date.parse(endDate) + DAY_MS;
	const after = until === undefined ? day : Math.min(day, Date.parse(until));
	return (start) => start === null || (start >= first && start < after && start <= Date.parse(asOf));
}

function planKey(taskId: string, number: number, run: string): string {
	return chunkKey(taskId, Math.floor(number / PART), 1, run, 'plan');
}

/** The conversations of a span of the plan. @throws PartLostError */
export async function plannedIn(store: BlobStore, taskId: string, run: string, [from, to]: Span): Promise<Listed[]> {
	const planned: Listed[] = [];
	for (let first = from - (from % PART); first < to; first += PART) {
		let number = first;
		for await (const listed of readLines(store, planKey(taskId, first, run))) {
			if (number >= from && number < to) planned.push(listed);
			number += 1;
		}
	}
	return planned;
}
