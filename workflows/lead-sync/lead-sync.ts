import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/task-args';
import type { LeadSyncInput, LeadSyncResult } from './contract';
import { LeadSyncTask } from './lead-sync-task';
import { newSyncState, type SyncState } from './state';

/**
 * Brings every lead of an agent to a destination, those that are there and then what is new, until it is cancelled.
 * The cursor moves after the destination has said yes.
 * @param carried what an earlier history of the same sync handed over, or the sync before it that was cancelled or failed
 */
export async function leadSync(args: TaskArgs<LeadSyncInput>, carried?: SyncState): Promise<LeadSyncResult> {
	const state = carried ?? newSyncState();
	const task = new LeadSyncTask(args, state);
	return runTask<LeadSyncResult>(
		state.progress,
		() => task.run(),
		() => task.lastWords(),
		() => task.result(),
	);
}
