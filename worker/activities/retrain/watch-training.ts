import type { ApiClient } from '../../../api';
import type { WatchReport, WatchTraining } from '../../../workflows/retrain/activities';
import { describeRun } from '../../../workflows/retrain/outcome';
import { notYet } from '../task/not-yet';
import { judgeWatch } from './judge-watch';
import { pollDelayMs, type PollTiming } from './poll-delay';
import { readTraining } from './read-training';

/** One look; when there is nothing to report it fails so that the server has it done again, after a while. */
export async function watchTraining(
	api: ApiClient,
	watch: WatchTraining,
	timing: PollTiming,
	signal: AbortSignal,
): Promise<WatchReport> {
	const snapshot = await readTraining(api, watch.agentId, signal);
	const now = Date.now();
	const reason = judgeWatch(watch, snapshot, now);
	if (reason !== null) return { reason, snapshot };
	const progress = describeRun(snapshot);
	throw notYet(progress.message, pollDelayMs(watch, snapshot, now, timing), progress);
}
