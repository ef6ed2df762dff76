import { CancellationScope, ContinueAsNew, sleep } from '@temporalio/workflow';
import { takeDecisions } from '../review/decisions';
import { discardingOnFailure } from '../task/discarding-on-failure';
import type { TaskArgs } from '../task/continue-as-new';
import { taskFailure, TIMED_OUT } from '../task/failure';
import { enterStage, reportProgress } from '../task/progress';
import { runTask } from '../task/run-task';
import { withDeadline } from '../task/write-at-most-once';
import type { PlannedSet, ReadRows } from './activities';
import { applyPlan } from './apply';
import type { KnowledgeSyncInput, KnowledgeSyncResult } from './contract';
import { followSources } from './follow-sources';
import { resultOf, summaryOf } from './outcome';
import { proveAll } from './prove';
import { askPerson, reviewOf } from './subject';
import { planNow } from './plan-now';
import { forgetReading } from './read-now';
import { recordOf } from './sync-record';
import { type KnowledgeSyncState, KnowledgeSyncTask, newState } from './task';
import { verdictOn } from './verdict';

/** Rounds of one run. A row whose response is lost in two of them is left to a person. */
const MOST_ROUNDS = 3;

/**
 * Keeps what an agent knows in step with a set. It compares the wanted rows with what the set owns and with what the
 * service shows now, read whole, and sends the difference, each request once. After a lost response it compares again
 * before anything is repeated. A cancellation lets the current requests finish.
 * @param carried state of the previous history of the task
 */
export async function knowledgeSync(
	args: TaskArgs<KnowledgeSyncInput>,
	carried?: KnowledgeSyncState,
): Promise<KnowledgeSyncResult> {
	const task = new KnowledgeSyncTask(args, carried ?? newState());
	takeDecisions(reviewOf(task));
	return runTask(
		args,
		task.progress,
		() =>
			discardingOnFailure(
				() => task.parts.discardChunks(task.run),
				() =>
					withDeadline(
						task.deadline,
						() => syncAndReport(task),
						() => timedOut(task),
					),
			),
		verdictOn,
		() => {
			if (task.state.question !== null) task.state.cancelled = summaryOf(task);
			task.state.question = null;
			return summaryOf(task);
		},
		() => resultOf(task),
	);
}

/** However it ends, the manifest no longer says that this task applies the set, and the rows say what became of them. */
async function syncAndReport(task: KnowledgeSyncTask): Promise<KnowledgeSyncResult> {
	try {
		await sync(task);
	} catch (error) {
		if (!(error instanceof ContinueAsNew)) await CancellationScope.nonCancellable(() => endEarly(task));
		throw error;
	}
	await CancellationScope.nonCancellable(() => finish(task, false));
	await CancellationScope.nonCancellable(() => task.parts.discardChunks(task.run));
	return resultOf(task);
}

/** The rows of `fromAgent` are made of what the agent has, so that both of its lists are read first. */
const ROWS_TO_COME: ReadRows = { attempt: 0, rows: 0, refused: 0, broken: [], notes: [], lists: ['pairs', 'sources'] };

async function sync(task: KnowledgeSyncTask): Promise<void> {
	const { state, input } = task;
	const { rows, blob, url, include, exclude, columns } = input;
	const { of, run, knowledgeHosts } = task;
	state.rows ??= task.isFromAgent
		? ROWS_TO_COME
		: await task.sets.readSet({ of, rows, blob, url, include, exclude, columns, knowledgeHosts, run });
	if (state.looks === 'before') {
		if (!(await planAndApply(task))) return;
		state.looks = 'applied';
	}
	await followSources(task);
	await proveAll(task);
	await lookForLate(task);
}

/** @returns false if nothing was to be sent: a plan only, or one that a person rejected */
async function planAndApply(task: KnowledgeSyncTask): Promise<boolean> {
	const { state, input } = task;
	for (;;) {
		state.plan ??= await planNow(task);
		const { plan } = state;
		if (input.planOnly) return false;
		throwIfChanged(task, plan);
		if (state.round === 0 && plan.guards.length > 0 && state.decision?.planHash !== plan.hash) {
			await askPerson(task, plan);
			if (state.unapplied !== null) return false;
			planAnew(task);
			continue;
		}
		await applyPlan(task, plan);
		const { lost } = state.applying ?? { lost: 0 };
		state.lost += lost;
		if (lost === 0 || state.round + 1 === MOST_ROUNDS) return true;
		await settle(task, lost);
		state.round += 1;
		planAnew(task);
	}
}

/** A request whose response was lost can take effect after all earlier looks. The last plan names what appeared. */
async function lookForLate(task: KnowledgeSyncTask): Promise<void> {
	const { state } = task;
	if (state.lost === 0) return;
	if (state.looks !== 'last') {
		state.looks = 'last';
		state.round += 1;
		planAnew(task);
	}
	state.plan ??= await planNow(task);
}

function planAnew(task: KnowledgeSyncTask): void {
	task.state.plan = null;
	task.state.applying = null;
	forgetReading(task);
}

/** An apply that is bound to a plan applies no other, unless a person has changed texts of it and approved this. */
function throwIfChanged({ input: { planHash }, state }: KnowledgeSyncTask, plan: PlannedSet): void {
	if (state.round > 0 || planHash === undefined || planHash === plan.hash) return;
	if (state.edits !== undefined && state.decision?.planHash === plan.hash) return;
	throw taskFailure({
		type: 'plan_changed',
		title: 'The plan has changed',
		status: 409,
		detail: `The set or the agent has changed since the plan ${planHash} was made: it is ${plan.hash} now. Nothing was sent. Read the new plan, and apply that one.`,
		issues: [{ path: 'planHash', message: `is no longer that of the plan, which is ${plan.hash}` }],
	});
}

/** The effects of requests whose response was lost may take this long to show. */
async function settle(task: KnowledgeSyncTask, lost: number): Promise<void> {
	enterStage(task.progress, 'settling');
	const what = lost === 1 ? 'The response to 1 request was' : `The responses to ${lost} requests were`;
	reportProgress(task.progress, {
		message: `${what} lost. The worker looks at what the service has before it repeats any.`,
	});
	await sleep(2 * task.settleMs);
}

async function endEarly(task: KnowledgeSyncTask): Promise<void> {
	const { plan, round } = task.state;
	try {
		await CancellationScope.withTimeout(task.timing.lastLookMs, () => lookForLate(task));
	} catch {
		// The service is unavailable, or the key can no longer read.
		Object.assign(task.state, { plan, round });
	}
	await finish(task, true);
}

/** @param isStopped it did not come to its end */
async function finish(task: KnowledgeSyncTask, isStopped: boolean): Promise<void> {
	const { state, parts, sets, of, run, input } = task;
	if (state.holds) {
		const release = { of, manifestVersion: state.manifestVersion, move: task.nextMove(), run };
		({ manifestVersion: state.manifestVersion } = await parts.releaseSet(release));
		state.holds = false;
	}
	const { firstPlan, plan, rows } = state;
	if (firstPlan === null || rows === null) return;
	state.report = await sets.reportSet({
		of,
		plan: firstPlan.at,
		last: (plan ?? firstPlan).at,
		rows: { attempt: rows.attempt, rows: rows.rows },
		ends: state.ends,
		sources: state.sources.map(({ sourceId, status, reason }) => ({ id: sourceId, status, reason })),
		unproven: state.proofs?.unproven ?? null,
		stoppedBy: state.stoppedBy,
		isPlanOnly: input.planOnly || state.unapplied !== null,
		sync: recordOf(task, isStopped),
		...(task.isFromAgent ? { exports: true as const } : {}),
		run,
	});
}

function timedOut(task: KnowledgeSyncTask): Error {
	return taskFailure({
		type: TIMED_OUT,
		title: 'The task timed out',
		status: 504,
		detail: `${task.input.timeoutSeconds} s have passed. ${summaryOf(task)}`,
	});
}
