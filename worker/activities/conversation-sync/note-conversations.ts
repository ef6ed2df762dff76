import { type ApiClient, type Conversation, idProblem, type Window } from '../../../api';
import type { ConversationsNoted, NoteConversations, RoundKind } from '../../../workflows/conversation-sync/activities';
import type { Destinations } from '../../destinations';
import type { KeptTotals, ListedConversation } from '../../destinations/conversations';
import type { ErasedLeads } from '../../privacy';
import { contentHash } from '../../storage/conversation-files/content-hash';
import { areAllBefore, idOf, markOf } from '../../storage/conversation-files/shown-conversation';
import { shallowRecord } from '../../storage/shallow-lead';
import { storableText } from '../../storage/storable-text';
import { PagesInOrder } from '../list-reading/read-pages';
import { namesErased } from './erased';
import { isDue } from './is-due';
import { tablesOf } from './sync-failure';

export interface SyncsConversations {
	api: ApiClient;
	destinations: Pick<Destinations, 'find'>;
	erased: Pick<ErasedLeads, 'test'>;
	/** How many calls one dispatch may make. */
	atOnce: number;
	signal: AbortSignal;
}

/**
 * Reads pages of an agent's conversations and notes each page in the tables, in one transaction. A short round ends where
 * all that follows is older than it looks back, or where undated conversations show nothing new.
 */
export async function noteConversations(
	{ of, kind: given, rules, roundAt, offset }: NoteConversations,
	{ api, destinations, erased, atOnce, signal }: SyncsConversations,
): Promise<ConversationsNoted> {
	const tables = await tablesOf(destinations, of.destination);
	let totals = await tables.totals(of);
	const kind = given ?? kindOf(totals, rules.fullMs, rules.rereadAt, roundAt);
	const pages = new PagesInOrder<Conversation, string>(offset, markOf);
	let calls = 0;
	let withoutId = 0;
	const readPage = (query: Window, whileRead: AbortSignal) => {
		calls += 1;
		return api.call('listConversations', { params: { id: of.agentId }, query, signal: whileRead });
	};
	// A short round mostly ends with its first page.
	for await (const fresh of pages.read(readPage, kind === 'full' ? atOnce : 1, signal)) {
		const listed = fresh.flatMap(listedOf);
		withoutId += fresh.length - listed.length;
		const noted = await tables.note(of, {
			roundAt,
			listed,
			isWhole: kind === 'full',
			namesErased: () => namesErased(erased),
			isDue: (each, known) => isDue(each, known, { rules, kind, now: Date.now() }),
		});
		totals = noted;
		if (kind === 'recent' && areAllBefore(fresh, roundAt - rules.recentMs, noted.marked === 0)) pages.end();
	}
	const { due, ...kept } = withoutMarked(totals);
	return { ...pages.result(), calls, pagesAtOnce: atOnce, kind, due, withoutId, totals: kept };
}

function kindOf({ fullAt }: KeptTotals, fullMs: number, rereadAt: number, roundAt: number): RoundKind {
	return fullAt === null || fullAt < rereadAt || roundAt - fullAt >= fullMs ? 'full' : 'recent';
}

/** Only a transcript with an id can be read, and no table can have an id with U+0000. */
function listedOf(conversation: Conversation): ListedConversation[] {
	const id = idOf(conversation);
	if (id === null || idProblem(id) !== null || storableText(id) !== id) return [];
	const record = shallowRecord(conversation);
	return [{ id, record, hash: contentHash(record) }];
}

function withoutMarked({ conversations, messages, deleted, withoutTranscript, fullAt, due }: KeptTotals): KeptTotals {
	return { conversations, messages, deleted, withoutTranscript, fullAt, due };
}
