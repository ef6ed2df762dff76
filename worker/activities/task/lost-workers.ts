import { activityInfo, Context } from '@temporalio/activity';
import { z } from 'zod';
import type { ReadingState } from '../../knowledge/reading/knowledge-reader';
import { finalFailure } from './failure';
import { withHeartbeat } from './look';

/** A worker may be lost for another reason, such as a restart of its machine. Three in a row are no coincidence. */
const MOST_LOST = 3;

/** What an attempt leaves for the next one, should its worker be lost now: how many were lost in a row, its own included. */
const notesSchema = z.object({ lost: z.int().min(0) });

/**
 * Work on foreign content, with heartbeats. If the workers of three attempts in a row were lost while they read it, the step
 * fails for good: it must not end one worker after the other.
 * @param what is read, as the beginning of a sentence
 * @param work says when it begins to read, and when it waits again. Until it does, it counts as waiting.
 * @throws a final failure of the type `worker_ended`, or what `work` throws
 */
export async function unlessWorkersAreLost<Result>(
	what: string,
	everyMs: number,
	work: (enter: (state: ReadingState) => void) => Promise<Result>,
): Promise<Result> {
	const before = notesSchema.safeParse(activityInfo().heartbeatDetails).data?.lost ?? 0;
	if (before >= MOST_LOST)
		throw finalFailure({
			type: 'worker_ended',
			title: 'The worker ended each time',
			status: 422,
			detail: `${what} was read ${MOST_LOST} times, and each time the worker ended during it or lost its connection. Nothing was sent. Split it, or save it in another format. If the worker was stopped for another reason, start the task again.`,
		});
	const context = Context.current();
	const notes = { lost: before };
	let hasRead = false;
	const enter = (state: ReadingState) => {
		hasRead ||= state === 'reading';
		const lost = state === 'reading' ? before + 1 : before;
		if (lost === notes.lost) return;
		notes.lost = lost;
		// Sent before the reading begins, because the worker may end at once.
		context.heartbeat(notes);
	};
	const ending = async () => {
		try {
			return await work(enter);
		} finally {
			notes.lost = hasRead ? 0 : before;
		}
	};
	return withHeartbeat(everyMs, ending, notes);
}
