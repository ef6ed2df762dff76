import type { ApiClient, Conversation, Window } from '../../../api';
import type { ConversationsRead, ReadConversations } from '../../../workflows/conversation-export/activities';
import { type BlobStore, chunkKey } from '../../storage/blobs';
import { areAllBefore, dayOf, markOf } from '../../storage/conversation-files/shown-conversation';
import { NewLines } from '../../storage/conversation-files/stored-lines';
import { PagesInOrder } from '../list-reading/read-pages';

export interface ReadWith {
	api: ApiClient;
	store: BlobStore;
	taskId: string;
	attempt: number;
	/** How many calls one dispatch may make. */
	atOnce: number;
	signal: AbortSignal;
}

/** The key of a part of a list. */
export function listKey(taskId: string, chunk: number, attempt: number, run: string): string {
	return chunkKey(taskId, chunk, attempt, run, 'list');
}

/**
 * Reads pages (`PagesInOrder`) of an agent's conversations and stores them under the run, the number of the chunk and the
 * attempt. The list ends early where all that follows began before the first day.
 * @throws the failure of the first page (`apiFailure`)
 */
export async function readConversations(request: ReadConversations, given: ReadWith): Promise<ConversationsRead> {
	const { agentId, filter, days, offset, chunk, run } = request;
	const { api, store, taskId, attempt, atOnce, signal } = given;
	const pages = new PagesInOrder<Conversation, string>(offset, markOf);
	const lines = new NewLines();
	const { startDate, from = startDate } = days;
	const start = from === undefined ? null : Date.parse(from);
	const readPage = (window: Window, whileRead: AbortSignal) => {
		const query = { ...filter, ...window };
		return api.call('listConversations', { params: { id: agentId }, query, signal: whileRead });
	};
	for await (const fresh of pages.read(readPage, atOnce, signal)) {
		for (const conversation of fresh) lines.add({ agentId, day: dayOf(conversation), conversation });
		if (start !== null && areAllBefore(fresh, start)) pages.end();
	}
	// Nobody waits for an abandoned attempt: the task may have ended and its chunks may be deleted.
	signal.throwIfAborted();
	await lines.store(store, listKey(taskId, chunk, attempt, run));
	return { ...pages.result(), pagesAtOnce: atOnce, attempt };
}
