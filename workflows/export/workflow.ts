import { CancellationScope } from '@temporalio/workflow';
import { discardingOnFailure } from '../task/discarding-on-failure';
import { agentsOf } from '../task/find-agents';
import { plannedPeriod } from '../task/planned-period';
import { enterStage } from '../task/progress';
import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/continue-as-new';
import { isGone } from '../list-reading/read-list';
import { assemble } from './assemble';
import type { LeadExportInput, LeadExportResult } from './contract';
import { readConversations } from './read-conversations';
import { readAgent } from './read-leads';
import { type ExportState, ExportTask, newExportState, newReading, type Reading } from './task';
import { verdictOn } from './verdict';

/**
 * Reads all leads of one or more agents into chunks, then writes one file. It writes nothing to the service. If it is
 * cancelled or fails, it deletes what it read.
 * @param carried state of the previous history of the task
 */
export async function leadExport(args: TaskArgs<LeadExportInput>, carried?: ExportState): Promise<LeadExportResult> {
	const task = new ExportTask(args, carried ?? newExportState());
	return runTask(
		args,
		task.state.progress,
		() =>
			discardingOnFailure(
				() => task.files.discardChunks(task.run),
				() => exportLeads(task),
			),
		verdictOn,
		() => 'The leads that were read are deleted. No file was written.',
	);
}

async function exportLeads(task: ExportTask): Promise<LeadExportResult> {
	const { state } = task;
	if (state.period === undefined) state.period = await plannedPeriod(task.input, state.asOf, task.files);
	state.agentIds ??= await agentsOf(task.input, task.agents, LIMIT);
	enterStage(state.progress, 'reading');
	for (const agentId of state.agentIds.slice(state.agentsRead)) {
		const reading = (state.reading ??= newReading(agentId));
		await readUnlessGone(task, reading);
		state.leadsBefore += reading.done;
		state.agentsRead += 1;
		state.reading = null;
	}
	await readConversations(task);
	enterStage(state.progress, 'assembling');
	const result = await assemble(task);
	// The file exists now, so a task that is cancelled here still returns it.
	await CancellationScope.nonCancellable(() => task.files.discardChunks(task.run));
	return result;
}

/** An agent that disappears fails the task only if the input named it. */
async function readUnlessGone(task: ExportTask, reading: Reading): Promise<void> {
	const { state, input } = task;
	try {
		await readAgent(task, reading);
	} catch (error) {
		if (input.agentIds !== undefined || !isGone(error)) throw error;
		state.gone.push(reading.agentId);
	}
}

/** Their names and counts must fit into a result and into each new history. */
const LIMIT = { most: 5_000, does: 'exports the leads of' };
