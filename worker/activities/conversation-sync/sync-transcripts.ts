import { type ApiClient, ApiError } from '../../../api';
import type { SyncTranscripts, TranscriptsSynced } from '../../../workflows/conversation-sync/activities';
import { shortText } from '../../../workflows/task/failure';
import type { DueConversation, KeptTotals, ReadConversation } from '../../destinations/conversations';
import { idOf } from '../../storage/conversation-files/shown-conversation';
import { apiFailure } from '../task/failure';
import type { FailingNotes } from '../transcripts/failing-notes';
import { type ReadCall, readInOrder } from '../transcripts/read-in-order';
import { type FailedCall, whyMissing } from '../transcripts/why-missing';
import { namesErased } from './erased';
import type { SyncsConversations } from './note-conversations';
import { tablesOf } from './sync-failure';

const LONGEST_DETAIL = 200;

/** `agentGone`: the service no longer shows the agent, or the key lost it. */
type Read = ReadConversation | { agentGone: ApiError };

export interface SyncsTranscripts extends SyncsConversations {
	/** Of the attempt before, or of an activity before. */
	notes: FailingNotes;
}

/**
 * Reads transcripts that are due, as many as one dispatch may, and writes them. If a later one fails, those before it
 * count. A lost response costs the calls of one dispatch: what was written is no longer due.
 * @throws what the service says of an agent that is gone or taken from the key
 */
export async function syncTranscripts(
	{ of, roundAt, endsFullRound }: SyncTranscripts,
	given: SyncsTranscripts,
): Promise<TranscriptsSynced> {
	const { notes, signal } = given;
	const tables = await tablesOf(given.destinations, of.destination);
	const api = countingCalls(given.api);
	const due = await tables.due(of, given.atOnce);
	if (due.length === 0) {
		const totals = await (endsFullRound ? tables.endFullRound(of, roundAt) : tables.totals(of));
		return { ...synced(totals, 0, 0), ...handedBack(notes) };
	}
	const reads: ReadConversation[] = [];
	let gone: ApiError | null = null;
	const readOne = (one: DueConversation, call: ReadCall) =>
		readConversation(one, { ...call, api: api.client, agentId: of.agentId, conversationId: one.id });
	for await (const { read } of readInOrder(due, readOne, { idOf: ({ id }) => id, notes, signal })) {
		if ('agentGone' in read) {
			gone = read.agentGone;
			break;
		}
		reads.push(read);
	}
	if (gone !== null && reads.length === 0) throw apiFailure(gone);
	const totals = await tables.write(of, reads, () => namesErased(given.erased));
	return { ...synced(totals, reads.length, api.calls()), ...handedBack(notes) };
}

function handedBack({ failing }: FailingNotes): Pick<TranscriptsSynced, 'failing'> {
	return failing === null ? {} : { failing };
}

function synced({ due, ...totals }: KeptTotals, done: number, calls: number): TranscriptsSynced {
	return { calls, done, due, totals };
}

/** @throws what another attempt may not meet, and what says something of the key or of the whole service */
async function readConversation(due: DueConversation, call: FailedCall): Promise<Read> {
	const readAt = Date.now();
	const listed = due.record ?? { id: due.id };
	try {
		const { api, signal } = call;
		const conversation = await api.call('getConversation', { params: { id: due.id }, signal });
		const id = idOf(conversation);
		if (id === null || id === due.id) return { due, outcome: 'written', conversation, detail: null, readAt };
		const detail = 'The service returned another conversation.';
		return { due, outcome: 'failed', conversation: listed, detail, readAt };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const outcome = await whyMissing(error, call);
		if (typeof outcome !== 'string') return outcome;
		const detail = shortText(error.detail ?? error.message, LONGEST_DETAIL);
		return { due, outcome, conversation: listed, detail, readAt };
	}
}

/** The same client, which counts what it asks. */
function countingCalls(client: ApiClient): { client: ApiClient; calls: () => number } {
	let calls = 0;
	const call: ApiClient['call'] = (...request) => {
		calls += 1;
		return client.call(...request);
	};
	return { client: { ...client, call }, calls: () => calls };
}
