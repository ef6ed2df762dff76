import { activityInfo, heartbeat } from '@temporalio/activity';
import type { SyncPage } from '../../../workflows/lead-sync/activities';
import { noteSchema } from '../../tasks/task-progress';
import { type ConversationNotes, conversationNotesSchema } from './conversation-notes';

/** A quarter of the timeout (`workflows/lead-sync/sync-activities.ts`). */
const BEAT_MS = 5_000;

/** Notes that an attempt of a page passes to the next one. They are readable from outside while the page is pending. */
export interface PageNotes {
	/** Ids of leads that the destination already has. */
	delivered: Set<number>;
	/** Time of the last look that found nothing new, in milliseconds since 1970; null if there was none. */
	upToDateAt: number | null;
	/** Time at which the next look was first due, in milliseconds since 1970. Retries do not change it. */
	dueAt: number;
	/** The first of the failed attempts since the last one that worked, in milliseconds since 1970; null if none failed. */
	blockedSince: number | null;
	/** The sync knows that it is blocked. */
	isBlockageReported: boolean;
	/** See `BlockageNotes`. */
	isWriteBlocked?: boolean | undefined;
	/** See `BlockageNotes`. */
	reported?: SyncPage['reported'] | null;
	/** Of a page whose conversations are being read. */
	conversations?: ConversationNotes | undefined;
	/** Whose page it is, in a sync of several agents. */
	agentId?: string;
	/** Where it writes. Nothing else names it until a first page is written. */
	destination?: string;
}

/**
 * Runs work that may take minutes with a heartbeat, so that the server soon notices a lost worker. Notes of an earlier
 * attempt of the same activity are available in the next one.
 */
export async function withNotes<Result>(
	work: (notes: PageNotes) => Promise<Result>,
	page?: SyncPage,
	destination?: string,
): Promise<Result> {
	const info = activityInfo();
	const { delivered, upToDateAt, dueAt, blockedSince, isBlockageReported, isWriteBlocked, reported, conversations } =
		noteSchema.parse(info.heartbeatDetails);
	const ofSeveral = page?.ofSeveral !== undefined;
	const notes: PageNotes = {
		delivered: new Set(delivered),
		upToDateAt: upToDateAt ?? (ofSeveral ? (page.cursor?.completeAt ?? null) : null),
		dueAt: dueAt ?? info.currentAttemptScheduledTimestampMs,
		blockedSince,
		isBlockageReported,
		isWriteBlocked,
		// Null: it was, and the page moves.
		reported: reported === undefined ? page?.reported : reported,
		conversations: conversationNotesSchema.safeParse(conversations).data,
		...(ofSeveral ? { agentId: page.of.agentId } : {}),
		...(destination === undefined ? {} : { destination }),
	};
	const beat = () => {
		heartbeat({ ...notes, delivered: [...notes.delivered] });
	};
	beat();
	const timer = setInterval(beat, BEAT_MS);
	try {
		return await work(notes);
	} finally {
		clearInterval(timer);
		// The last notes are sent along with a failure.
		beat();
	}
}
