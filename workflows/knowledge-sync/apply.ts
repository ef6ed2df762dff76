import { CancellationScope, ContinueAsNew, workflowInfo } from '@temporalio/workflow';
import { inWords, timeLeft } from '../task/export-words';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { PlanAt, PlannedSet, StepEnd, StepToSend } from './activities';
import { readParts } from './read-now';
import { newEnd, overtakenEnd, sendStep } from './send-call';
import type { Applying, KnowledgeSyncTask } from './task';

/** Steps whose requests are under way or wait for their turn, so that the connection's queue never runs dry. */
const STEPS_AT_ONCE = 4;
/** Steps of a part: the manifest moves after each. */
const PART = 100;

/**
 * Sends what the plan says. The manifest first says what is about to be added, and after each part what the service has
 * confirmed. A failed step stops no other.
 */
export async function applyPlan(task: KnowledgeSyncTask, plan: PlannedSet & { at: PlanAt }): Promise<void> {
	const { state, of, parts } = task;
	enterStage(task.progress, 'applying');
	if (state.applying === null) {
		const { items } = readParts(task);
		const begun = { of, plan: plan.at, items, manifestVersion: state.manifestVersion, move: task.nextMove() };
		const answer = await CancellationScope.nonCancellable(() => parts.beginSteps(begun));
		const { manifestVersion, holds, overtaken = [] } = answer;
		Object.assign(state, { manifestVersion, holds: holds || overtaken.length > 0 });
		const toSend = overtaken.reduce((most, index) => Math.max(most, index + 1), plan.toSend);
		state.applying = { plan: plan.at, toSend, overtaken, part: 0, ends: [], lost: 0 };
	}
	const { applying } = state;
	while (applying.part * PART < applying.toSend) {
		try {
			await applyPart(task, applying);
		} catch (error) {
			// The next history sends the rest of the part.
			if (!(error instanceof ContinueAsNew)) await CancellationScope.nonCancellable(() => endEarly(task, applying));
			throw error;
		}
		await CancellationScope.nonCancellable(() => endPart(task, applying));
	}
}

/** Sends the steps of a part that have not ended. Continues as new in between where the history gets long. */
async function applyPart(task: KnowledgeSyncTask, applying: Applying): Promise<void> {
	const { plan, part, ends } = applying;
	endOvertaken(applying);
	const ended = new Set(ends.map(({ index }) => index));
	const steps = (await task.parts.stepsToSend({ plan, part })).filter(({ index }) => !ended.has(index));
	const underWay = new Set<Promise<void>>();
	const failures: unknown[] = [];
	const begin = (step: StepToSend) => {
		const end = newEnd(step);
		const sending = sendStep(task, plan, step, end)
			.catch((error: unknown) => {
				failures.push(error);
			})
			.finally(() => {
				underWay.delete(sending);
				note(task, applying, end);
			});
		underWay.add(sending);
	};
	while ((steps.length > 0 && failures.length === 0) || underWay.size > 0) {
		const isFull = underWay.size >= STEPS_AT_ONCE || failures.length > 0;
		const step = isFull || workflowInfo().continueAsNewSuggested ? undefined : steps.shift();
		if (step !== undefined) begin(step);
		else if (underWay.size > 0) await Promise.race(underWay);
		else await task.continueAsNew();
	}
	if (failures.length > 0) throw failures[0];
}

function note(task: KnowledgeSyncTask, applying: Applying, end: StepEnd): void {
	const { state } = task;
	applying.ends.push(end);
	if (end.outcome === 'lost' || end.outcome === 'saved') applying.lost += 1;
	else state.done += 1;
	if (end.outcome === 'refused') state.refused += 1;
	report(task);
}

/** Ends the steps of the part whose item another set has taken. */
function endOvertaken({ part, ends, overtaken = [] }: Applying): void {
	const ended = new Set(ends.map(({ index }) => index));
	for (const index of overtaken)
		if (Math.floor(index / PART) === part && !ended.has(index)) ends.push(overtakenEnd(index));
}

/** A task that is stopped still gives up what another set has taken. */
async function endEarly(task: KnowledgeSyncTask, applying: Applying): Promise<void> {
	await endPart(task, applying);
	while (applying.part * PART < applying.toSend) {
		endOvertaken(applying);
		await endPart(task, applying);
	}
}

/** Moves the manifest to what the service has confirmed. */
async function endPart(task: KnowledgeSyncTask, applying: Applying): Promise<void> {
	const { state, of, parts } = task;
	const { plan, part, ends } = applying;
	applying.part += 1;
	if (ends.length === 0) return;
	const move = task.nextMove();
	const { manifestVersion, attempt, following } = await parts.endSteps({
		of,
		plan,
		part,
		ends,
		manifestVersion: state.manifestVersion,
		move,
	});
	state.manifestVersion = manifestVersion;
	state.ends.push({ round: plan.round, part, attempt });
	state.following.push(...following);
	applying.ends = [];
}

function report({ progress, state }: KnowledgeSyncTask): void {
	if (Date.now() < reportFrom(progress)) return;
	const total = state.firstPlan?.toSend ?? 0;
	const left = timeLeft(Date.now() - state.startedAt, state.done, total);
	reportProgress(progress, {
		message: `${inWords(state.done)} of ${inWords(total)} items brought into step${left}.`,
		itemsDone: state.done,
		itemsTotal: total,
		itemsFailed: state.refused,
	});
}
