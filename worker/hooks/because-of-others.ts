import type { TaskType } from '../../workflows/contracts';
import type { CollectedTask } from '../../workflows/debounce/messages';

/**
 * Errors of a task that only others caused, so that the same task does what was asked once they have ended. A retrain
 * meets none of these: it follows the runs of others, or waits for them.
 */
export const BECAUSE_OF_OTHERS: Readonly<Record<CollectedTask, readonly string[]>> = {
	'retrain-and-wait': [],
	'nightly-retrain': [],
	'knowledge-sync': ['set_busy', 'set_changed', 'list_changes'],
};

/** Whether others can be in the way of such a task, so that a message to a hook has to outlive its run. */
export function canMeetOthers(type: TaskType): type is CollectedTask {
	return Object.entries(BECAUSE_OF_OTHERS).some(([each, errors]) => each === type && errors.length > 0);
}
