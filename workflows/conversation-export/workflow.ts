import { CancellationScope } from '@temporalio/workflow';
import { discardingOnFailure } from '../task/discarding-on-failure';
import type { TaskArgs } from '../task/continue-as-new';
import { agentsOf } from '../task/find-agents';
import { plannedPeriod } from '../task/planned-period';
import { enterStage } from '../task/progress';
import { runTask } from '../task/run-task';
import { assemble } from './assemble';
import type { ConversationExportInput, ConversationExportResult } from './contract';
import { readLists } from './read-lists';
import { readTranscripts } from './read-transcripts';
import { type ConversationExportState, ConversationExportTask, newState } from './task';
import { verdictOn } from './verdict';

/**
 * Reads the lists of conversations of one or more agents, then each transcript once, into chunks, and writes the file. It
 * writes nothing to the service. If it is cancelled or fails, it deletes what it read.
 * @param carried state of the previous history of the task
 */
export async function conversationExport(
	args: TaskArgs<ConversationExportInput>,
	carried?: ConversationExportState,
): Promise<ConversationExportResult> {
	const task = new ConversationExportTask(args, carried ?? newState());
	return runTask(
		args,
		task.state.progress,
		() =>
			discardingOnFailure(
				() => task.files.discardChunks(task.run),
				() => exportConversations(task),
			),
		verdictOn,
		() => 'The conversations that were read are deleted. No file was written.',
	);
}

async function exportConversations(task: ConversationExportTask): Promise<ConversationExportResult> {
	const { state, assembly, run } = task;
	if (state.period === undefined) state.period = await plannedPeriod(task.input, state.asOf, task.files);
	const { days } = task;
	state.agentIds ??= await agentsOf(task.input, task.agents, LIMIT);
	if (state.plan === null) {
		enterStage(state.progress, 'listing');
		await readLists(task);
		const { asOf, chunks, attempts } = state;
		state.plan = await assembly.planConversations({ days, asOf, chunks, attempts, run });
	}
	enterStage(state.progress, 'transcripts');
	await readTranscripts(task);
	enterStage(state.progress, 'assembling');
	const result = await assemble(task, state.plan);
	// The file exists now, so a task that is cancelled here still returns it.
	await CancellationScope.nonCancellable(() => task.files.discardChunks(run));
	return result;
}

/** Their names and counts must fit into a result and into each new history. */
const LIMIT = { most: 5_000, does: 'exports the conversations of' };
