import { CancellationScope, ContinueAsNew } from '@temporalio/workflow';
import { enterStage } from '../task/progress';
import { runTask } from '../task/run-task';
import type { TaskArgs } from '../task/task-args';
import { assemble } from './assemble';
import type { LeadExportInput, LeadExportResult } from './contract';
import { ExportTask } from './export-task';
import { isGone } from './failures';
import { findAgents } from './find-agents';
import { readAgent } from './read-agent';
import { type ExportState, newExportState, newReading, type Reading } from './state';

/**
 * Reads all leads of one or more agents into chunks, then makes one file of them. It writes nothing to
 * the service. Cancelled or failed, it keeps nothing of what it read.
 * @param carried what an earlier history of the same task handed over
 */
export async function leadExport(args: TaskArgs<LeadExportInput>, carried?: ExportState): Promise<LeadExportResult> {
	const task = new ExportTask(args, carried ?? newExportState());
	return runTask(
		task.state.progress,
		() => discardingOnFailure(task, () => exportLeads(task)),
		() => 'What had been read was deleted; there is no file.',
	);
}

async function exportLeads(task: ExportTask): Promise<LeadExportResult> {
	const { state } = task;
	state.agentIds ??= await findAgents(task);
	enterStage(state.progress, 'reading');
	for (const agentId of state.agentIds.slice(state.agentsRead)) {
		const reading = (state.reading ??= newReading(agentId));
		await readUnlessGone(task, reading);
		state.leadsBefore += reading.done;
		state.agentsRead += 1;
		state.reading = null;
	}
	enterStage(state.progress, 'assembling');
	const result = await assemble(task);
	// The file is there by now: a task that is told to stop here has still made it, and says where it is.
	await CancellationScope.nonCancellable(() => task.files.discardChunks(task.run));
	return result;
}

/** An agent that goes while all agents are exported ends nothing; one that was named does. */
async function readUnlessGone(task: ExportTask, reading: Reading): Promise<void> {
	const { state, input } = task;
	try {
		await readAgent(task, reading);
	} catch (error) {
		if (input.agentIds !== undefined || !isGone(error)) throw error;
		state.gone.push(reading.agentId);
	}
}

async function discardingOnFailure<Result>(task: ExportTask, body: () => Promise<Result>): Promise<Result> {
	try {
		return await body();
	} catch (error) {
		if (!(error instanceof ContinueAsNew)) {
			await CancellationScope.nonCancellable(() => task.files.discardChunks(task.run));
		}
		throw error;
	}
}
