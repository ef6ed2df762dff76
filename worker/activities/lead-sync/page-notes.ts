import { activityInfo, heartbeat } from '@temporalio/activity';
import { noteSchema } from '../../tasks/sync-notes';

const BEAT_MS = 10_000;

/** What the attempts of one page hand on to each other, and what is readable from outside while it is pending. */
export interface PageNotes {
	/** Ids of leads that are at the destination already. */
	delivered: Set<number>;
	/** Milliseconds since 1970: the last look that found nothing new; null: there was none. */
	upToDateAt: number | null;
	/** Milliseconds since 1970: when the look was due that is still to come, however often it was tried since. */
	dueAt: number;
}

/**
 * Runs a piece of work that may take minutes with a heartbeat, so that a worker that is lost is noticed soon. What was
 * noted in an earlier attempt of the same activity is known in the next one.
 */
export async function withNotes<Result>(work: (notes: PageNotes) => Promise<Result>): Promise<Result> {
	const info = activityInfo();
	const { delivered, upToDateAt, dueAt } = noteSchema.parse(info.heartbeatDetails);
	const notes: PageNotes = {
		delivered: new Set(delivered),
		upToDateAt,
		dueAt: dueAt ?? info.currentAttemptScheduledTimestampMs,
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
		// The last of what was noted goes along with a failure.
		beat();
	}
}
