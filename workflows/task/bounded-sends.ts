import type {
	ActivityInput,
	ContinueAsNewInput,
	Next,
	SignalWorkflowInput,
	StartChildWorkflowExecutionInput,
	WorkflowInterceptorsFactory,
	WorkflowOutboundCallsInterceptor,
} from '@temporalio/workflow';
import { isBounded, tooLarge } from './bounded-output';

type Outbound<Call extends keyof WorkflowOutboundCallsInterceptor> = Next<WorkflowOutboundCallsInterceptor, Call>;

/**
 * Measures all that a workflow sends to activities, child workflows, other workflows and its next history. What is too
 * large fails in words (`result_too_large`). Part of the bundle. It returns the original promises, so that histories of
 * before replay in the same order.
 */
class BoundSends implements WorkflowOutboundCallsInterceptor {
	scheduleActivity(input: ActivityInput, next: Outbound<'scheduleActivity'>): Promise<unknown> {
		return sent(`What the task gives to ${input.activityType}`, input.args, () => next(input));
	}

	startChildWorkflowExecution(
		input: StartChildWorkflowExecutionInput,
		next: Outbound<'startChildWorkflowExecution'>,
	): Promise<[Promise<string>, Promise<unknown>]> {
		const { args, memo } = input.options;
		return sent(`What the task gives to ${input.workflowType}`, [args, memo], () => next(input));
	}

	signalWorkflow(input: SignalWorkflowInput, next: Outbound<'signalWorkflow'>): Promise<void> {
		return sent(`What the task sends as ${input.signalName}`, input.args, () => next(input));
	}

	continueAsNew(input: ContinueAsNewInput, next: Outbound<'continueAsNew'>): Promise<never> {
		return sent('The state of the task', input.args, () => next(input));
	}
}

function sent<Result>(what: string, value: unknown, send: () => Promise<Result>): Promise<Result> {
	return isBounded(value) ? send() : Promise.reject(tooLarge(what));
}

export const interceptors: WorkflowInterceptorsFactory = () => ({ outbound: [new BoundSends()] });
