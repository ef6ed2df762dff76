import { activityInfo, Context } from '@temporalio/activity';
import { z } from 'zod';
import { finalFailure } from './failure';
import { withHeartbeat } from './look';

/** A worker may be lost for another reason, such as a restart of its machine. Three in a row are no coincidence. */
const MOST_LOST = 3;

/** What an attempt leaves for the next one. */
const notesSchema = z.object({
	/** Attempts in a row, before this one, that ended with their worker. */
	lost: z.int().min(0),
	/** Whether this attempt ended by itself. */
	isOver: z.boolean(),
});

/**
 * Work on foreign content, with heartbeats. If the workers of three attempts in a row were lost during it, the step fails
 * for good: it must not end one worker after the other.
 * @param what is read, as the beginning of a sentence
 * @throws a final failure of the type `worker_ended`, or what `work` throws
 */
export async function unlessWorkersAreLost<Result>(
	what: string,
	everyMs: number,
	work: () => Promise<Result>,
): Promise<Result> {
	const before = notesSchema.safeParse(activityInfo().heartbeatDetails).data;
	const lost = before === undefined || before.isOver ? 0 : before.lost + 1;
	if (lost >= MOST_LOST)
		throw finalFailure({
			type: 'worker_ended',
			title: 'The worker ended each time',
			status: 422,
			detail: `${what} was read ${MOST_LOST} times, and each time the worker ended during it or lost its connection. Nothing was sent. Split it, or save it in another format. If the worker was stopped for another reason, start the task again.`,
		});
	const notes = { lost, isOver: false };
	// Sent before the work begins, because the worker may end at once.
	Context.current().heartbeat(notes);
	const ending = async () => {
		try {
			return await work();
		} finally {
			notes.isOver = true;
		}
	};
	return withHeartbeat(everyMs, ending, notes);
}
