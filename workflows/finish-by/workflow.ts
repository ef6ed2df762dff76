import { condition, defineSignal, proxyActivities, setHandler, workflowInfo } from '@temporalio/workflow';
import { continueTaskAsNew } from '../task/continue-as-new';
import { type FinishByActivities, LOOK_AGAIN } from './activities';
import { tellLate } from './late';

const lookAgain = defineSignal(LOOK_AGAIN);

/** A deleted schedule is noticed within this time, in milliseconds. */
const LONGEST_PAUSE_MS = 3_600_000;

const internal = proxyActivities<FinishByActivities>({
	startToCloseTimeout: '1 minute',
	retry: { initialInterval: '2 seconds', backoffCoefficient: 2, maximumInterval: '1 minute' },
});

/**
 * Watches the runs of one schedule that has a time to finish by, beside them, so that no task changes. Ends when the
 * schedule is gone or no longer has such a time.
 * @param told due time of the run that was told last
 */
export async function watchFinish(scheduleId: string, told: string | null = null): Promise<void> {
	let saves = 0;
	let lastTold = told;
	setHandler(lookAgain, () => {
		saves += 1;
	});
	for (;;) {
		const before = saves;
		const look = await internal.lookAtFinish({ scheduleId, told: lastTold });
		if (look.over) {
			// Saved again while the worker looked.
			if (saves !== before) continue;
			return;
		}
		if (look.late !== null && look.late.dueAt !== lastTold) {
			lastTold = look.late.dueAt;
			await tellLate(look.late, look.late.dueAt);
		}
		if (workflowInfo().continueAsNewSuggested) await continueTaskAsNew(scheduleId, lastTold);
		const pause = Math.min(LONGEST_PAUSE_MS, Math.max(1_000, look.nextLookAt - Date.now()));
		await condition(() => saves !== before, pause);
	}
}
