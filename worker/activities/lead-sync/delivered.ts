import { activityInfo, heartbeat } from '@temporalio/activity';
import { z } from 'zod';

const BEAT_MS = 10_000;

/**
 * Runs a piece of work that may take minutes with a heartbeat, so that a worker that is lost is noticed soon. Ids that
 * were noted in an earlier attempt of the same activity are known in the next one.
 */
export async function withDelivered<Result>(work: (delivered: Set<number>) => Promise<Result>): Promise<Result> {
	const delivered = new Set(z.array(z.number()).catch([]).parse(activityInfo().heartbeatDetails));
	const beat = () => {
		heartbeat([...delivered]);
	};
	beat();
	const timer = setInterval(beat, BEAT_MS);
	try {
		return await work(delivered);
	} finally {
		clearInterval(timer);
		// The last of what was noted goes along with a failure.
		beat();
	}
}
