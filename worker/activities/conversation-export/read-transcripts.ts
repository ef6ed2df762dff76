import { ApiError, type ShownConversation } from '../../../api';
import type { ReadTranscripts, TranscriptsRead } from '../../../workflows/conversation-export/activities';
import type { MissingConversation, MissingReason } from '../../../workflows/conversation-export/contract';
import { shortText } from '../../../workflows/task/failure';
import { addressesIn, type ErasedLeads } from '../../privacy';
import { chunkKey } from '../../storage/blobs';
import { dayOf, idOf, startOf } from '../../storage/conversation-files/shown-conversation';
import { type Listed, NewLines } from '../../storage/conversation-files/stored-lines';
import { BEGIN_WITHIN_MS } from '../list-reading/read-pages';
import { apiFailure, isPassing, keyMissing } from '../task/failure';
import { listStatus } from '../lead-conversations/list-status';
import { withoutRetry } from './part-lost';
import { plannedIn } from './plan';
import type { ReadWith } from './read-conversations';

/** Requests under way in one dispatch. */
const REQUESTS_AT_ONCE = 4;
/** A dispatch keeps what it has read in memory. Bytes of JSON. */
const MOST_BYTES = 16 * 1024 * 1024;
const LONGEST_DETAIL = 200;

/** Until then a failure of the service counts as one of all its calls. The attempts take three minutes or more. */
const ATTEMPTS_UNTIL_BROKEN = 8;

export interface ReadTranscriptsWith extends ReadWith {
	erased: Pick<ErasedLeads, 'test'>;
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
	const { store, taskId, attempt, atOnce, erased, signal } = given;
	const [from] = span;
	const planned = await plannedIn(store, taskId, run, span).catch((error: unknown) => {
		throw withoutRetry(error);
	});
	const read: TranscriptsRead = { attempt, next: from, calls: 0, atOnce, missing: [], agentGone: null };
	const found: Array<{ listed: Listed; planned: ShownConversation }> = [];
	for await (const { listed, transcript } of transcriptsOf(planned, given)) {
		read.next += 1;
		if (transcript.isCall) read.calls += 1;
		if (transcript.missing !== null) {
			read.missing.push(transcript.missing);
			if (transcript.missing.reason === 'agent_gone') read.agentGone = listed.agentId;
		}
		const { conversation } = transcript;
		if (conversation === null) continue;
		const day = dayOf(conversation) ?? listed.day;
		found.push({ listed: { agentId: listed.agentId, day, conversation }, planned: listed.conversation });
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

/** Transcripts in the order of the plan, as many as one dispatch reads. @throws the failure of the first */
async function* transcriptsOf(
	planned: readonly Listed[],
	given: ReadTranscriptsWith,
): AsyncGenerator<{ listed: Listed; transcript: Transcript }> {
	const beginUntil = Date.now() + BEGIN_WITHIN_MS;
	const stop = new AbortController();
	const signal = AbortSignal.any([given.signal, stop.signal]);
	const waiting = [...planned];
	const ahead: Array<{ listed: Listed; outcome: Promise<Transcript | { error: unknown }> }> = [];
	let bytes = 0;
	let isFirst = true;
	const begin = () => {
		while (ahead.length < REQUESTS_AT_ONCE && (isFirst || (Date.now() < beginUntil && bytes < MOST_BYTES))) {
			const listed = waiting.shift();
			if (listed === undefined) return;
			ahead.push({ listed, outcome: outcomeOf(listed, { ...given, signal }) });
		}
	};
	try {
		begin();
		for (let next = ahead.shift(); next !== undefined; next = ahead.shift()) {
			const { listed } = next;
			const transcript = await next.outcome;
			if ('error' in transcript) {
				if (isFirst) throw apiFailure(transcript.error);
				return;
			}
			isFirst = false;
			bytes += sizeOf(transcript.conversation);
			yield { listed, transcript };
			begin();
		}
	} finally {
		stop.abort();
		await Promise.all(ahead.map(({ outcome }) => outcome));
	}
}

/** About the bytes of its JSON. */
function sizeOf(conversation: ShownConversation | null): number {
	let size = 0;
	const parts: unknown[] = [conversation];
	while (parts.length > 0) {
		const part = parts.pop();
		if (typeof part === 'string') size += part.length;
		else if (typeof part === 'object' && part !== null) for (const each of Object.values(part)) parts.push(each);
	}
	return size;
}

async function outcomeOf(listed: Listed, given: ReadTranscriptsWith): Promise<Transcript | { error: unknown }> {
	try {
		return await transcriptOf(listed, given);
	} catch (error) {
		return { error };
	}
}

/** @throws what another attempt may not meet, and what ends the task */
async function transcriptOf(listed: Listed, given: ReadTranscriptsWith): Promise<Transcript> {
	const id = idOf(listed.conversation);
	if (id === null) return without(listed, 'no_id', null, false);
	try {
		const conversation = await given.api.call('getConversation', { params: { id }, signal: given.signal });
		return { conversation, missing: null, isCall: true };
	} catch (error) {
		if (!(error instanceof ApiError)) throw error;
		return without(listed, await reasonOf(error, listed.agentId, given), error);
	}
}

/** Why this transcript is missing for good. @throws the error if it says something of the key or of the whole service */
async function reasonOf(error: ApiError, agentId: string, given: ReadTranscriptsWith): Promise<MissingReason> {
	const { status, type } = error;
	if (status === 404) return (await listStatus(agentId, given)) === 404 ? 'agent_gone' : 'deleted';
	if (type === 'insufficient_scope') throw error;
	if (!isPassing(error)) return status === 200 ? 'failed' : 'refused';
	// The same for this conversation each time, while the service gives out others: waiting longer would not help.
	const mayBeBroken = status === 500 && given.attempt >= ATTEMPTS_UNTIL_BROKEN;
	if (mayBeBroken && (await listStatus(agentId, given)) === 200) return 'failed';
	throw error;
}

/** The file has what the list shows, unless the service no longer has the conversation. */
function without(listed: Listed, reason: MissingReason, error: ApiError | null, isCall = true): Transcript {
	const isThere = reason !== 'deleted' && reason !== 'agent_gone';
	const detail = error === null ? null : shortText(error.detail ?? error.message, LONGEST_DETAIL);
	const missing = { agentId: listed.agentId, conversationId: idOf(listed.conversation), reason, detail };
	return { conversation: isThere ? listed.conversation : null, missing, isCall };
}

/**
 * Whether any of the records of a conversation names an erased person, if it began before the erasure. The list may show
 * the visitor's address where the transcript does not.
 */
async function erasedPersons(
	erased: Pick<ErasedLeads, 'test'>,
): Promise<(...records: readonly ShownConversation[]) => boolean> {
	try {
		const isErased = await erased.test();
		if (isErased === null) return () => false;
		return (...records) => {
			const starts = records.map(startOf).filter((start) => start !== null);
			// Without a time it may have begun before.
			const capturedAt = new Date(starts.length === 0 ? 0 : Math.min(...starts)).toISOString();
			return [...addressesIn(records)].some((email) => isErased({ ...NO_LEAD, email, capturedAt }));
		};
	} catch (error) {
		throw keyMissing(error);
	}
}

/** A person is known by the address here. */
const NO_LEAD = {
	id: 0,
	agentId: '',
	conversationId: '',
	name: '',
	phone: null,
	city: '',
	country: '',
	countryCode: '',
	fields: {},
};
