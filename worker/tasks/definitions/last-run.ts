import { NO_LAST_RUN, type Period } from '../../../workflows/task/period';
import { Problem } from '../../problems/problem';

/** What has come since the last run: only a schedule knows that run. @throws Problem */
export function refuseWithoutSchedule({ period }: { period?: Period | undefined }): void {
	if (period === 'since_last_run') throw new Problem(NO_LAST_RUN);
}
