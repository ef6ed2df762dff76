import { ApplicationFailure } from '@temporalio/common';
import { condition, defineUpdate } from '@temporalio/workflow';
import { ACTION_REFUSED, type ActionResponse, onAction } from '../task/actions';
import { enterStage, reportProgress } from '../task/progress';
import type { PlannedSet } from './activities';
import type { PlanActions } from './contract';
import type { KnowledgeSyncTask } from './task';

/** Waits until a person has approved or rejected the plan, however long it takes. */
export async function askPerson(task: KnowledgeSyncTask, plan: PlannedSet): Promise<void> {
	const { state } = task;
	enterStage(task.progress, 'deciding');
	reportProgress(task.progress, {
		message: `A person has to decide on the plan ${plan.hash}. ${plan.guards.join(' ')}`,
		itemsTotal: plan.toSend,
		itemsDone: 0,
	});
	state.asked = plan.hash;
	await condition(() => state.isRejected || state.decision?.planHash === plan.hash);
	state.asked = null;
}

/** Accepts decisions on the plan that waits. Call it before the workflow waits for anything. */
export function takePlanDecisions({ state }: KnowledgeSyncTask): void {
	const on = <Action extends keyof PlanActions>(action: Action, handle: (input: PlanActions[Action]) => string) => {
		onAction(defineUpdate<ActionResponse, [PlanActions[Action], string]>(action), state.answered, handle);
	};
	on('approve-plan', ({ planHash, keep }) => {
		throwUnlessAsked(state.asked, planHash);
		state.decision = { planHash, keep };
		if (keep.length === 0)
			return 'The plan is approved. The worker checks once more that nothing has changed, then applies it.';
		return `The plan is approved without ${keep.length === 1 ? '1 item, which stays as it is' : `${keep.length} items, which stay as they are`}.`;
	});
	on('reject-plan', ({ planHash }) => {
		throwUnlessAsked(state.asked, planHash);
		state.isRejected = true;
		return 'The plan is rejected. Nothing was sent.';
	});
}

/** @throws a failure that refuses the decision, if another plan waits, or none */
function throwUnlessAsked(asked: string | null, planHash: string): void {
	if (asked === planHash) return;
	const message =
		asked === null
			? 'No plan of this task waits for a decision.'
			: `Another plan waits for a decision: ${asked}. Read it, and decide on that one.`;
	throw ApplicationFailure.nonRetryable(message, ACTION_REFUSED);
}
