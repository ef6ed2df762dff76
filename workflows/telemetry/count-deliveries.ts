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

/** The workflows that deliver, and the kind of their deliveries. */
const KINDS: Readonly<Record<string, DeliveryKind>> = { deliverCallback: 'callback', deliverEvent: 'event' };

/**
 * Counts the deliveries that are no longer retried: refused for good, or timed out after days. Only the workflow sees that
 * timeout. Part of the bundle.
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
