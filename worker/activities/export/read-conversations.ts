import { activityInfo, heartbeat } from '@temporalio/activity';
import { buffer } from 'node:stream/consumers';
import { type ApiClient, conversationOf, type Lead } from '../../../api';
import type { LeadConversationsRead, ReadLeadConversations } from '../../../workflows/export/activities';
import type { WithoutErased } from '../../privacy';
import { type BlobStore, chunkKey } from '../../storage/blobs';
import { parseChunk, type Part, readGroupsOf, skippedOf } from '../../storage/lead-files/chunk';
import { rowsOf } from '../../storage/lead-files/lead-file';
import { newChunk, storeChunk } from '../../storage/lead-files/new-chunk';
import { moreToDo } from '../../temporal/not-yet';
import {
	newTurnNotes,
	readInTurns,
	type StoredParts,
	type TurnNotes,
	turnNotesSchema,
} from '../lead-conversations/read-in-turns';
import { apiFailure, keyMissing } from '../task/failure';
import { withPause } from '../task/look';

/** Milliseconds, between two calls of a conversation that fail. */
const SHORTEST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 60_000;

export interface ReadConversationsWith {
	api: ApiClient;
	store: BlobStore;
	erased: WithoutErased;
	taskId: string;
	attempt: number;
	/** How many calls this attempt may make. */
	calls: number;
	signal: AbortSignal;
}

/**
 * Reads the conversations of a chunk of leads, in as many attempts as it takes (`readInTurns`), and stores the leads with
 * them as a chunk of their own.
 * @throws `not_yet` if there are more to read, or the failure of the first call of this attempt
 */
export async function readLeadConversations(
	request: ReadLeadConversations,
	given: ReadConversationsWith,
): Promise<LeadConversationsRead> {
	const { chunk, attempt: ofSource, before, into, file, run } = request;
	const { store, taskId, attempt, erased, signal } = given;
	const source = { chunk, attempt: ofSource, run };
	const leads = await leadsOfPart(store, taskId, source);
	const repeated = new Set(before === null ? [] : (await leadsOfPart(store, taskId, { ...before, run })).map(nameOf));
	// Of repeated leads only the first gets into the file.
	const fresh = leads.filter((lead) => !repeated.has(nameOf(lead)));
	const read = await inTurns(fresh, request, given);
	const withTheirs = new Map(read.map((lead) => [nameOf(lead), lead]));
	// Asked last: a person who is erased from now on is looked for among the stored chunks.
	const kept = await unlessErased(
		erased,
		leads.map((lead) => withTheirs.get(nameOf(lead)) ?? lead),
	);
	const made = await newChunk(kept, rowsOf(file), await skippedOf(store, taskId, source));
	// Nobody waits for an abandoned attempt: the task may have ended and its chunks may be deleted.
	signal.throwIfAborted();
	const held = await storeChunk(store, taskId, { chunk: into, attempt, run }, made);
	const missing = read.filter((lead) => conversationOf(lead)?.missing !== null).length;
	return { attempt, held, read: read.length - missing, missing };
}

async function leadsOfPart(store: BlobStore, taskId: string, part: Part): Promise<Lead[]> {
	const leads: Lead[] = [];
	for await (const group of readGroupsOf(store, taskId, part)) leads.push(...group.leads());
	return leads;
}

function nameOf({ agentId, id }: Lead): string {
	return `${agentId} ${id}`;
}

async function unlessErased(erased: WithoutErased, leads: readonly Lead[]): Promise<Lead[]> {
	try {
		return await erased.without(leads);
	} catch (error) {
		throw keyMissing(error);
	}
}

async function inTurns(
	leads: readonly Lead[],
	{ into, wanted, run }: ReadLeadConversations,
	{ store, taskId, ...given }: ReadConversationsWith,
): Promise<Lead[]> {
	const notes = turnNotesSchema.catch(newTurnNotes()).parse(activityInfo().heartbeatDetails);
	try {
		const read = await readInTurns(leads, wanted, {
			...given,
			notes,
			needsAgent: false,
			parts: partsOf(store, taskId, into, run),
		});
		if (read !== null) return read;
	} catch (error) {
		throw failureOf(error, notes);
	} finally {
		// They are sent along with the failure.
		heartbeat(notes);
	}
	throw moreToDo('The task reads the conversations of the leads.');
}

/** Where attempts keep what they have read, in the form of all chunks. */
function partsOf(store: BlobStore, taskId: string, into: number, run: string): StoredParts {
	const keyOf = (part: number) => chunkKey(taskId, into, part, run, 'conversations');
	return {
		write: async (part, leads) => store.write(keyOf(part), (await newChunk(leads)).content()),
		async read(part) {
			const open = await store.open(keyOf(part));
			return open === null ? null : (await parseChunk(await buffer(open.content))).leads;
		},
	};
}

/** The attempts count the turns too, so the pause grows with the failures alone. */
function failureOf(error: unknown, { failures }: TurnNotes): unknown {
	const pauseMs = Math.min(LONGEST_PAUSE_MS, SHORTEST_PAUSE_MS * 2 ** Math.max(0, failures - 1));
	const failure = keyMissing(apiFailure(error));
	return failure === error ? error : withPause(failure, pauseMs);
}
