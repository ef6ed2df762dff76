import { cancellationSignal } from '@temporalio/activity';
import { z } from 'zod';
import { agentIdSchema, type ApiClient } from '../../../api';
import type {
	ConversationsOf,
	ConversationSyncActivities,
	NoteConversations,
	SyncTranscripts,
} from '../../../workflows/conversation-sync/activities';
import type { Destinations } from '../../destinations';
import type { ErasedLeads } from '../../privacy';
import { checked } from '../task/arguments';
import { withHeartbeat } from '../task/look';
import { failingNotes, type FailingNotes, withNotes } from '../transcripts/failing-notes';
import { noteConversations, type SyncsConversations } from './note-conversations';
import { syncFailure } from './sync-failure';
import { syncTranscripts } from './sync-transcripts';

/** A sixth of the timeout (`workflows/conversation-sync/task.ts`). */
const BEAT_MS = 5_000;

const ofSchema: z.ZodType<ConversationsOf> = z.object({
	connection: z.string(),
	agentId: agentIdSchema,
	destination: z.string(),
});
const milliseconds = z.number().min(0);
const noteSchema: z.ZodType<NoteConversations> = z.object({
	of: ofSchema,
	kind: z.enum(['full', 'recent']).nullable(),
	rules: z.object({
		recentMs: milliseconds,
		openMs: milliseconds,
		fullMs: milliseconds,
		rereadAt: milliseconds,
	}),
	roundAt: milliseconds,
	offset: z.int().min(0),
});
const transcriptsSchema: z.ZodType<SyncTranscripts> = z.object({
	of: ofSchema,
	roundAt: milliseconds,
	endsFullRound: z.boolean(),
	failing: z.unknown().optional(),
});

interface Parts {
	api: ApiClient;
	destinations: Pick<Destinations, 'find'>;
	erased: Pick<ErasedLeads, 'test'>;
	/** See `callsPerDispatch`. */
	pagesAtOnce: () => number;
}

/** Conversations from one connection into the tables of the configured destinations. */
export function conversationSyncActivities(parts: Parts): ConversationSyncActivities {
	const { api, destinations, erased, pagesAtOnce } = parts;
	const given = (): SyncsConversations => ({
		api,
		destinations,
		erased,
		atOnce: pagesAtOnce(),
		signal: cancellationSignal(),
	});
	return {
		noteConversations: (request) => working(() => noteConversations(checked(noteSchema, request), given())),
		syncTranscripts: (request) => {
			const asked = checked(transcriptsSchema, request);
			const notes = failingNotes(asked.failing);
			return working(() => syncTranscripts(asked, { ...given(), notes }), notes);
		},
	};
}

async function working<Result>(work: () => Promise<Result>, notes?: FailingNotes): Promise<Result> {
	try {
		return await withHeartbeat(BEAT_MS, work, notes);
	} catch (error) {
		const failure = syncFailure(error);
		throw notes === undefined ? failure : withNotes(failure, notes);
	}
}
