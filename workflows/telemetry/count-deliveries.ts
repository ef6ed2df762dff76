import { ActivityFailure } from '@temporalio/common';
import {
	isCancellation,
	type Next,
	proxySinks,
	type WorkflowExecuteInput,
	type WorkflowInboundCallsInterceptor,
	workflowInfo,
	type WorkflowInterceptorsFactory,
} from '@temporalio/workflow';
import type { DeliveryKind, TaskSinks } from './sinks';

const { deliveries } = proxySinks<TaskSinks>();

/** The workflows that deliver, and what. */
const KINDS: Readonly<Record<string, DeliveryKind>> = { deliverCallback: 'callback', deliverEvent: 'event' };

/**
 * Counts the deliveries that nobody will try again: refused for good, or not taken for days. Only the workflow is told of
 * the latter. Part of the bundle.
 */
class CountDeliveries implements WorkflowInboundCallsInterceptor {
	execute(input: WorkflowExecuteInput, next: Next<WorkflowInboundCallsInterceptor, 'execute'>): Promise<unknown> {
		const kind = KINDS[workflowInfo().workflowType];
		return kind === undefined ? next(input) : counted(kind, next(input));
	}
}

async function counted(kind: DeliveryKind, delivery: Promise<unknown>): Promise<unknown> {
	try {
		return await delivery;
	} catch (error) {
		if (error instanceof ActivityFailure && !isCancellation(error)) deliveries.givenUp(kind);
		throw error;
	}
}

export const interceptors: WorkflowInterceptorsFactory = () => ({ inbound: [new CountDeliveries()] });
