import { type ApiClient, ApiError } from '../../../api';
import type { SyncTranscripts, TranscriptsSynced } from '../../../workflows/conversation-sync/activities';
import { shortText } from '../../../workflows/task/failure';
import type { DueConversation, KeptTotals, ReadConversation } from '../../destinations/conversations';
import { idOf } from '../../storage/conversation-files/shown-conversation';
import { apiFailure } from '../task/failure';
import { readInOrder } from '../transcripts/read-in-order';
import { whyMissing } from '../transcripts/why-missing';
import { namesErased } from './erased';
import type { SyncsConversations } from './note-conversations';
import { tablesOf } from './sync-failure';

const LONGEST_DETAIL = 200;

/** Null: the service no longer shows the agent. */
type Read = ReadConversation | { agentGone: ApiError };

/**
 * Reads transcripts that are due, as many as one dispatch may, and writes them. If a later one fails, those before it
 * count. A lost response costs the calls of one dispatch: what was written is no longer due.
 * @throws 404 if the service no longer shows the agent
 */
export async function syncTranscripts(
	{ of, roundAt, endsFullRound }: SyncTranscripts,
	given: SyncsConversations,
): Promise<TranscriptsSynced> {
	const tables = await tablesOf(given.destinations, of.destination);
	const api = countingCalls(given.api);
	const due = await tables.due(of, given.atOnce);
	if (due.length === 0) {
		const totals = await (endsFullRound ? tables.endFullRound(of, roundAt) : tables.totals(of));
		return synced(totals, 0, 0);
	}
	const reads: ReadConversation[] = [];
	let gone: ApiError | null = null;
	const readOne = (one: DueConversation, signal: AbortSignal) =>
		readConversation(one, of.agentId, { ...given, api: api.client, signal });
	for await (const { read } of readInOrder(due, readOne, given.signal)) {
		if ('agentGone' in read) {
			gone = read.agentGone;
			break;
		}
		reads.push(read);
	}
	if (gone !== null && reads.length === 0) throw apiFailure(gone);
	const totals = await tables.write(of, reads, () => namesErased(given.erased));
	return synced(totals, reads.length, api.calls());
}

function synced({ due, ...totals }: KeptTotals, done: number, calls: number): TranscriptsSynced {
	return { calls, done, due, totals };
}

/** @throws what another attempt may not meet, and what says something of the key or of the whole service */
async function readConversation(
	due: DueConversation,
	agentId: string,
	given: Pick<SyncsConversations, 'api' | 'attempt' | 'signal'>,
): Promise<Read> {
	const readAt = Date.now();
	const listed = due.record ?? { id: due.id };
	try {
		const { api, signal } = given;
		const conversation = await api.call('getConversation', { params: { id: due.id }, signal });
		const id = idOf(conversation);
		if (id === null || id === due.id) return { due, outcome: 'written', conversation, detail: null, readAt };
		const detail = 'The service returned another conversation.';
		return { due, outcome: 'failed', conversation: listed, detail, readAt };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const outcome = await whyMissing(error, agentId, given);
		if (outcome === 'agent_gone') return { agentGone: error };
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
