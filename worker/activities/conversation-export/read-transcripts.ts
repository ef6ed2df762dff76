import { ApiError, type ShownConversation } from '../../../api';
import type { ReadTranscripts, TranscriptsRead } from '../../../workflows/conversation-export/activities';
import type { MissingConversation, MissingReason } from '../../../workflows/conversation-export/contract';
import { shortText } from '../../../workflows/task/failure';
import type { ErasedLeads } from '../../privacy';
import { chunkKey } from '../../storage/blobs';
import { dayOf, idOf } from '../../storage/conversation-files/shown-conversation';
import { type Listed, NewLines } from '../../storage/conversation-files/stored-lines';
import { erasedPersons } from '../transcripts/erased-persons';
import type { FailingNotes } from '../transcripts/failing-notes';
import { type ReadCall, readInOrder } from '../transcripts/read-in-order';
import { type FailedCall, whyMissing } from '../transcripts/why-missing';
import { withoutRetry } from './part-lost';
import { plannedIn } from './plan';
import type { ReadWith } from './read-conversations';

const LONGEST_DETAIL = 200;

export interface ReadTranscriptsWith extends ReadWith {
	erased: Pick<ErasedLeads, 'test'>;
	/** Of the attempt before. */
	notes: FailingNotes;
}

/** The key of transcripts. @param from the number of the first conversation */
export function transcriptKey(taskId: string, from: number, attempt: number, run: string): string {
	return chunkKey(taskId, from, attempt, run, 'transcript');
}

/** `conversation` null: it is not in the file. */
interface Transcript {
	conversation: ShownConversation | null;
	missing: MissingConversation | null;
	isCall: boolean;
}

/**
 * Reads the transcripts of a span of the plan, one call each, and stores them under the number of the first. If a later
 * call fails, the activity still stores those before it. The failed one becomes the first of the next dispatch, which
 * reports the failure.
 * @throws the failure of the first call (`apiFailure`), or of a missing key (`keyMissing`)
 */
export async function readTranscripts(
	{ span, run }: ReadTranscripts,
	given: ReadTranscriptsWith,
): Promise<TranscriptsRead> {
	const { store, taskId, attempt, atOnce, erased, notes, signal } = given;
	const [from] = span;
	const planned = await plannedIn(store, taskId, run, span).catch((error: unknown) => {
		throw withoutRetry(error);
	});
	const read: TranscriptsRead = { attempt, next: from, calls: 0, atOnce, missing: [], agentGone: null };
	const found: Array<{ listed: Listed; planned: ShownConversation }> = [];
	const readOne = (listed: Listed, call: ReadCall) => transcriptOf(listed, { ...call, api: given.api });
	// The span may have been chosen when the limit was higher.
	const now = planned.slice(0, atOnce);
	const inOrder = readInOrder(now, readOne, { idOf: ({ conversation }) => idOf(conversation), notes, signal });
	for await (const { item: listed, read: transcript } of inOrder) {
		read.next += 1;
		if (transcript.isCall) read.calls += 1;
		if (transcript.missing !== null) {
			read.missing.push(transcript.missing);
			if (transcript.missing.reason === 'agent_gone') read.agentGone = listed.agentId;
		}
		const { conversation } = transcript;
		if (conversation === null) continue;
		const day = dayOf(conversation) ?? listed.day;
		const { agentId, conversation: shown } = listed;
		const missing = transcript.missing?.reason;
		found.push({ listed: { agentId, day, conversation, missing }, planned: shown });
	}
	// Asked last: a person who is erased from now on is looked for among the stored chunks.
	const isErased = await erasedPersons(erased);
	const lines = new NewLines();
	for (const { listed, planned: shown } of found) if (!isErased(listed.conversation, shown)) lines.add(listed);
	// Nobody waits for an abandoned attempt: the task may have ended and its chunks may be deleted.
	signal.throwIfAborted();
	await lines.store(store, transcriptKey(taskId, from, attempt, run), read.next);
	return read;
}

/** @throws what another attempt may not meet, and what ends the task */
async function transcriptOf(listed: Listed, call: ReadCall & Pick<FailedCall, 'api'>): Promise<Transcript> {
	const id = idOf(listed.conversation);
	if (id === null) return without(listed, 'no_id', null, false);
	try {
		const conversation = await call.api.call('getConversation', { params: { id }, signal: call.signal });
		return { conversation, missing: null, isCall: true };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		const why = await whyMissing(error, { ...call, agentId: listed.agentId, conversationId: id });
		return without(listed, typeof why === 'string' ? why : 'agent_gone', error);
	}
}

/** The file has what the list shows, unless the service no longer has the conversation. */
function without(listed: Listed, reason: MissingReason, error: ApiError | null, isCall = true): Transcript {
	const isThere = reason !== 'deleted' && reason !== 'agent_gone';
	const detail = error === null ? null : shortText(error.detail ?? error.message, LONGEST_DETAIL);
	const missing = { agentId: listed.agentId, conversationId: idOf(listed.conversation), reason, detail };
	return { conversation: isThere ? listed.conversation : null, missing, isCall };
}
