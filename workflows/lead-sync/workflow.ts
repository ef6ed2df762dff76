import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/continue-as-new';
import type { LeadSyncInput, LeadSyncResult } from './contract';
import { DestinationSync } from './destination-sync';
import { isFlow } from './flow-name';
import { FlowSync } from './flow-sync';
import { newSyncState, type SyncState } from './state';
import { verdictOn } from './verdict';

/**
 * Syncs every lead of an agent to a destination, first the existing leads and then new ones, until it is cancelled.
 * The cursor moves only after the destination has accepted the leads.
 * @param carried state of the previous history of this sync, or of the previous sync that was cancelled or failed
 */
export async function leadSync(args: TaskArgs<LeadSyncInput>, carried?: SyncState): Promise<LeadSyncResult> {
	const state = carried ?? newSyncState();
	const sync = isFlow(args.input.destination) ? new FlowSync(args, state) : new DestinationSync(args, state);
	return runTask<LeadSyncResult>(
		state.progress,
		() => sync.run(),
		verdictOn,
		() => sync.stopSummary(),
		() => sync.result(),
	);
}
