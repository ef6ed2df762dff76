import type { TaskArgs } from '../task/continue-as-new';
import { runTask } from '../task/run-task';
import type { ConversationSyncInput, ConversationSyncResult } from './contract';
import { type ConversationSyncState, newState } from './state';
import { ConversationSync } from './sync';
import { verdictOn } from './verdict';

/**
 * Syncs the conversations of one or more agents into two tables, until it is cancelled. What was read of each conversation
 * stands in the tables, so a new start continues there.
 * @param carried state of the previous history of this sync
 */
export async function conversationSync(
	args: TaskArgs<ConversationSyncInput>,
	carried?: ConversationSyncState,
): Promise<ConversationSyncResult> {
	const state = carried ?? newState();
	const sync = new ConversationSync(args, state);
	return runTask<ConversationSyncResult>(
		args,
		state.progress,
		() => sync.run(),
		verdictOn,
		() => sync.stopSummary(),
		() => sync.result(),
	);
}
