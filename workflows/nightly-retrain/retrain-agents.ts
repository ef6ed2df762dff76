import { ChildWorkflowFailure, WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
	CancellationScope,
	ChildWorkflowCancellationType,
	executeChild,
	isCancellation,
	ParentClosePolicy,
	WorkflowIdReusePolicy,
	workflowInfo,
} from '@temporalio/workflow';
import type { RetrainResult } from '../retrain/contract';
import { retrainAndWait } from '../retrain/workflow';
import { failedOf } from '../task/failure';
import { agentTaskId } from '../task/ids';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import { throwIfCancelled } from '../task/continue-as-new';
import { searchAttributes } from '../task/visibility';
import type { NightlyRetrainInput, NightlyRetrainRow } from './contract';
import { progressOf } from './outcome';
import type { NightlyTask } from './task';

/** Retrains all agents, up to `atOnce` at the same time. A failed agent does not stop the others. */
export async function retrainAll(task: NightlyTask, agentIds: readonly string[]): Promise<void> {
	const { state, input } = task;
	const running = new Set<Promise<void>>();
	enterStage(state.progress, 'training');
	reportProgress(state.progress, progressOf(task));
	for (;;) {
		while (running.size < input.atOnce && mayBegin()) {
			const agentId = agentIds[state.begun];
			if (agentId === undefined) break;
			state.begun += 1;
			const ending = retrainAgent(task, agentId).then((row) => {
				state.rows.push(row);
				running.delete(ending);
			});
			running.add(ending);
		}
		if (running.size === 0) break;
		await Promise.race(running);
		if (Date.now() >= reportFrom(state.progress)) reportProgress(state.progress, progressOf(task));
	}
	throwIfCancelled();
	if (state.begun < agentIds.length) await task.continueAsNew();
	reportProgress(state.progress, progressOf(task));
}

/** No agent is started after a cancellation, or before continue-as-new: a child's end would not reach the next history. */
function mayBegin(): boolean {
	return !CancellationScope.current().consideredCancelled && !workflowInfo().continueAsNewSuggested;
}

/** Temporal accepts ids of 1,000 bytes. A longer one would block this task for ever, and ids of its events are longer. */
const LONGEST_TASK_ID = 800;
const TOO_LONG: NonNullable<NightlyRetrainRow['error']> = {
	type: 'invalid_input',
	title: 'The agent id is too long',
	detail: 'This agent was not retrained. An id has at most 255 bytes.',
};

/** Retrains one agent in a task of its own, which can be seen and cancelled like any other. Never throws. */
export async function retrainAgent(task: NightlyTask, agentId: string): Promise<NightlyRetrainRow> {
	const taskId = agentTaskId(workflowInfo().workflowId, agentId);
	const begun: NightlyRetrainRow = {
		agentId,
		status: 'completed',
		taskId,
		run: null,
		adopted: false,
		canChat: null,
		endSeen: null,
		waitedSeconds: 0,
		error: null,
	};
	if (taskId.length > LONGEST_TASK_ID) return { ...begun, status: 'failed', taskId: null, error: TOO_LONG };
	try {
		return { ...begun, ...(await runOnce(task, taskId, agentId)) };
	} catch (error) {
		if (isCancellation(error)) return { ...begun, status: 'cancelled' };
		const { type, title, detail } = failedOf(error instanceof ChildWorkflowFailure ? error.cause : error);
		return { ...begun, status: type === 'timed_out' ? 'timed_out' : 'failed', error: { type, title, detail } };
	}
}

/**
 * After a reset of this task, or a restart after a cancellation, child tasks may already exist. The task waits for their
 * ends, keeps completed ones, and starts only the others again.
 */
async function runOnce(task: NightlyTask, taskId: string, agentId: string): Promise<Partial<NightlyRetrainRow>> {
	for (const last of [false, true]) {
		try {
			return rowOf(await runChild(task, taskId, agentId));
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			if (!last) await task.internal.awaitTaskEnds([taskId]);
		}
	}
	return {};
}

function runChild({ input, args }: NightlyTask, taskId: string, agentId: string): Promise<RetrainResult> {
	const { connection, waitUntil, ifActive, agentTimeoutSeconds: timeoutSeconds } = input;
	// A schedule that was saved before a field existed has none.
	const saved: Partial<NightlyRetrainInput> = input;
	const ifUncertain = saved.ifUncertain ?? 'repeat';
	const sourceChanges = saved.sourceChanges ?? 'counts';
	const version = 1 as const;
	const ofAgent = { version, connection, agentId, waitUntil, ifActive, ifUncertain, sourceChanges, timeoutSeconds };
	return executeChild(retrainAndWait, {
		workflowId: taskId,
		args: [{ input: ofAgent, frozen: args.frozen }],
		memo: { startedAt: new Date().toISOString() },
		typedSearchAttributes: [
			{ key: searchAttributes.task, value: 'retrain-and-wait' },
			{ key: searchAttributes.connection, value: connection },
			{ key: searchAttributes.agent, value: agentId },
			{ key: searchAttributes.stage, value: 'looking' },
		],
		workflowIdReusePolicy: WorkflowIdReusePolicy.ALLOW_DUPLICATE_FAILED_ONLY,
		cancellationType: ChildWorkflowCancellationType.WAIT_CANCELLATION_COMPLETED,
		parentClosePolicy: ParentClosePolicy.REQUEST_CANCEL,
	});
}

function rowOf(result: RetrainResult): Partial<NightlyRetrainRow> {
	const { run, adopted, canChat, endSeen, waitedSeconds, sourceChanges } = result;
	const shown = run && { id: run.id, pagesCompleted: run.pagesCompleted, pagesFailed: run.pagesFailed };
	const changes = sourceChanges && { sourceChanges: sourceChanges.counts };
	return { run: shown, adopted, canChat, endSeen, waitedSeconds, ...changes };
}
