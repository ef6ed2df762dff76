import { CancellationScope, sleep } from '@temporalio/workflow';
import { waitForTraining } from '../retrain/wait-for-training';
import { throwIfCancelled } from '../task/continue-as-new';
import { shortened } from '../task/failure';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import { grownPause, LONGEST_WAIT_MS, writeAtMostOnce } from '../task/write-at-most-once';
import type { CallResponse, PlanAt, StepCall, StepEnd, StepToSend } from './activities';
import type { KnowledgeSyncTask } from './task';

/** Number of 409 responses to accept while no run is active. */
const CONFLICTS_BELIEVED = 5;

/** A step whose requests are about to be sent. */
export function newEnd({ index, id }: Pick<StepToSend, 'index' | 'id'>): StepEnd {
	return {
		index,
		outcome: 'not_started',
		id,
		shown: null,
		deleted: [],
		isIndexedLater: false,
		error: null,
		writes: 0,
	};
}

/** A step whose item another set has taken since the plan was made, so that nothing is sent for it. */
export function overtakenEnd(index: number): StepEnd {
	const error = {
		type: 'other_set',
		title: 'Another set has the item',
		detail:
			'Another set of the agent took it over, or began to add it, after this task had made its plan. Nothing was sent for the row. Remove it from one of the sets, or sync again if the other set did the same.',
	};
	return { ...newEnd({ index, id: null }), outcome: 'refused', error };
}

/**
 * Sends the requests of a step, one after the other, each once. It ends with the first one that the service did not
 * accept. If a response is lost, the next round looks at what the service shows before anything is repeated.
 * @param end what is noted of the step, up to date also if it throws
 * @throws a cancellation before a request, and the final failure of a request that no other step would survive
 */
export async function sendStep(task: KnowledgeSyncTask, plan: PlanAt, step: StepToSend, end: StepEnd): Promise<void> {
	for (const call of step.calls) {
		if (isStopped(task, step, call, end)) return;
		const isEnded = await sendUntilAnswered(task, { plan, step, call }, end);
		if (isEnded) return;
	}
	end.outcome = 'done';
}

/** After the plan's limit nothing more is added. */
function isStopped({ state }: KnowledgeSyncTask, step: StepToSend, { call }: StepCall, end: StepEnd): boolean {
	if (state.stoppedBy === null || !step.isSource || call !== 'add') return false;
	end.error = state.stoppedBy;
	return true;
}

interface Sending {
	plan: PlanAt;
	step: StepToSend;
	call: StepCall;
}

/** @returns whether the step ends with this request */
async function sendUntilAnswered(task: KnowledgeSyncTask, sending: Sending, end: StepEnd): Promise<boolean> {
	for (let conflicts = 0, unsent = 0; ;) {
		const response = await send(task, sending, end);
		switch (response.outcome) {
			case 'accepted':
				take(sending.call, response, end);
				return false;
			case 'saved':
				end.outcome = 'saved';
				return true;
			case 'limit':
				task.state.stoppedBy = shortened(response.error);
				end.outcome = 'refused';
				end.error = task.state.stoppedBy;
				return true;
			case 'refused':
				end.outcome = 'refused';
				end.error = shortened(response.error);
				return true;
			case 'ambiguous':
				end.outcome = 'lost';
				end.error = shortened(response.error);
				return true;
			case 'conflict':
				conflicts = (await trainingEnds(task)) ? 0 : conflicts + 1;
				if (conflicts <= CONFLICTS_BELIEVED) break;
				end.outcome = 'refused';
				end.error = shortened(response.error);
				return true;
			case 'not-sent':
				end.writes -= 1;
				unsent += 1;
				reportWaiting(task, sending.step, response.error);
				// A key may stay refused for days, and each request costs events of the history.
				await sleep(Math.min(response.retryAfterMs ?? grownPause(task.timing.pauseMs, unsent), LONGEST_WAIT_MS));
		}
	}
}

/** One request. It starts only if the task is not cancelled, and then always finishes. */
async function send(task: KnowledgeSyncTask, { plan, step, call }: Sending, end: StepEnd): Promise<CallResponse> {
	throwIfCancelled();
	enterStage(task.progress, 'applying');
	const { rows } = task.state;
	if (rows === null) throw new Error('The set was not read.');
	end.writes += 1;
	const { attempt } = rows;
	const request = { agentId: task.input.agentId, plan, rows: { attempt }, index: step.index, call, id: end.id };
	return CancellationScope.nonCancellable(() =>
		writeAtMostOnce(() => task.write.sendCall(request), 'changed an item of the set'),
	);
}

function take(call: StepCall, response: Extract<CallResponse, { outcome: 'accepted' }>, end: StepEnd): void {
	end.isIndexedLater ||= response.isIndexedLater;
	if (call.call === 'delete') {
		end.deleted.push(call.id);
		return;
	}
	end.id = response.id ?? end.id;
	end.shown = response.shown ?? end.shown;
}

/** Several requests that a run refused wait for it together. */
async function trainingEnds(task: KnowledgeSyncTask): Promise<boolean> {
	task.training ??= waitForTraining(task, task.input.agentId).finally(() => {
		task.training = null;
	});
	return task.training;
}

function reportWaiting(
	{ progress }: KnowledgeSyncTask,
	{ name }: StepToSend,
	error: { title: string; detail: string },
) {
	if (Date.now() < reportFrom(progress)) return;
	reportProgress(progress, { message: `Waiting to send "${name}". ${error.title}: ${error.detail}` });
}
