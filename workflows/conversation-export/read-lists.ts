import type { Followed } from '../list-reading/place';
import { isGone, readList } from '../list-reading/read-list';
import { inWords } from '../task/export-words';
import { taskFailure } from '../task/failure';
import { reportProgress } from '../task/progress';
import type { ConversationsRead } from './activities';
import { type ConversationExportTask, type Listing, mayReport, newListing } from './task';

/** Reads the lists of all agents. An agent that disappears fails the task only if the input named it. */
export async function readLists(task: ConversationExportTask): Promise<void> {
	const { state, input } = task;
	for (const agentId of (state.agentIds ?? []).slice(state.agentsListed)) {
		try {
			await readListOf(task, (state.listing ??= newListing(agentId)));
		} catch (error) {
			if (input.agentIds !== undefined || !isGone(error)) throw error;
			state.gone.push(agentId);
		}
		state.agentsListed += 1;
		state.listing = null;
	}
}

async function readListOf(task: ConversationExportTask, listing: Listing): Promise<void> {
	await readList(listing, {
		read: (offset) => readChunk(task, listing.agentId, offset),
		onRead: (read, followed) => {
			note(task, listing.agentId, read, followed);
		},
		report: () => {
			report(task, listing);
		},
		continueAsNew: () => task.continueAsNew(),
	});
}

function note({ state }: ConversationExportTask, agentId: string, read: ConversationsRead, followed: Followed): void {
	state.pages += read.pages;
	state.atOnce = read.pagesAtOnce;
	if (followed === 'lost') throw listChanges(agentId);
	if (followed === 'stepped-back') state.stepsBack += 1;
}

/** Reads pages and stores them under the number of a new chunk. */
async function readChunk(task: ConversationExportTask, agentId: string, offset: number): Promise<ConversationsRead> {
	const { input, state, read, run, days } = task;
	const chunk = state.chunks;
	state.chunks += 1;
	const filter = { channel: input.channel, state: input.state === 'any' ? undefined : input.state };
	try {
		const answer = await read.readConversations({ agentId, filter, days, offset, chunk, run });
		if (answer.attempt !== 1) state.attempts[chunk] = answer.attempt;
		return answer;
	} catch (error) {
		state.attempts[chunk] = 0;
		throw error;
	}
}

function report({ state }: ConversationExportTask, { done, total }: Listing): void {
	if (!mayReport(state)) return;
	const agents = state.agentIds?.length ?? 1;
	const agent = agents === 1 ? '' : `Agent ${state.agentsListed + 1} of ${agents}: `;
	const all = Math.max(total ?? 0, done);
	reportProgress(state.progress, {
		message: `${agent}${inWords(done)} of ${inWords(all)} conversations found. The worker reads their transcripts afterwards.`,
	});
}

function listChanges(agentId: string): Error {
	return taskFailure({
		type: 'list_changes_too_fast',
		title: 'The list of conversations changes faster than it can be read',
		status: 409,
		detail: `Too many conversations of agent ${agentId} were deleted while the task read them, so it restarted the list too often. Nothing was kept. Start the task again when fewer conversations change.`,
	});
}
