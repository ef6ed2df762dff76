import {
	type Client,
	WorkflowExecutionAlreadyStartedError,
	type WorkflowExecutionInfo,
	WorkflowNotFoundError,
} from '@temporalio/client';
import { executionInfoFromRaw } from '@temporalio/client/lib/helpers';
import { ApplicationFailure } from '@temporalio/common';
import { decodeOptionalFailureToOptionalError } from '@temporalio/common/lib/internal-non-workflow';
import type { DeliveryOutcome } from '../../workflows/task/activities';
import type { TaskEvent } from '../../workflows/task/event';
import { MAIL_OUTCOME_UNKNOWN } from '../../workflows/task/failure';
import { deliveryMemoSchema } from './delivery-memo';
import { searchAttributes } from '../../workflows/task/visibility';
import { deliveryPriority } from '../../workflows/task/delivery-options';
import { deliveryIdOf } from '../../workflows/task/ids';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { isWithin, type Within } from '../tasks/within';
import { openPageToken, sealPageToken } from '../tasks/list-tasks';
import type { Keyring } from '../temporal/keyring';
import { deliveryNotFound, type DeliveriesOf, type DeliveryPage, type DeliveryView } from './subscription-service';

const DELIVERY_WORKFLOW = 'deliverEvent';

/** The deliveries to a subscription and their outcomes, read from the workflows that made them. */
export class DeliveryLog {
	constructor(
		private readonly client: Client,
		private readonly keyring: Keyring,
	) {}

	/** Newest first. @throws Problem `invalid_request` */
	async page(subscriptionId: string, { limit, pageToken, within }: DeliveriesOf): Promise<DeliveryPage> {
		const { namespace, loadedDataConverter } = this.client.options;
		const query = `AkSubscription = '${subscriptionId}' AND WorkflowType = '${DELIVERY_WORKFLOW}'`;
		const { executions, nextPageToken } = await this.client.workflowService.listWorkflowExecutions({
			namespace,
			query,
			pageSize: limit,
			nextPageToken: openPageToken(this.keyring, query, pageToken),
		});
		const infos = executions.map((raw) => executionInfoFromRaw(raw, loadedDataConverter, raw, namespace));
		const items = await Promise.all(infos.map(async (info) => this.view(await info, within)));
		return {
			items: items.filter((item) => item !== null),
			nextPageToken: sealPageToken(this.keyring, query, nextPageToken),
		};
	}

	/** @param key a repeat of the request finds the delivery that it began @throws Problem `delivery_not_found` */
	async resend(
		subscriptionId: string,
		deliveryId: string,
		{ key, within }: { key: string; within?: Within },
	): Promise<{ id: string }> {
		const event = await this.eventOf(subscriptionId, deliveryId);
		if (!isWithin(within, event.task.connection)) throw deliveryNotFound(deliveryId);
		return this.start(deliveryIdOf(event.id, subscriptionId, key), subscriptionId, event);
	}

	/** Delivers an event that no task published. A repeat with the same event starts nothing. */
	async send(subscriptionId: string, event: TaskEvent): Promise<{ id: string }> {
		return this.start(deliveryIdOf(event.id, subscriptionId), subscriptionId, event);
	}

	private async start(id: string, subscriptionId: string, event: TaskEvent): Promise<{ id: string }> {
		try {
			await this.client.workflow.start(DELIVERY_WORKFLOW, {
				workflowId: id,
				taskQueue: INTERNAL_QUEUE,
				args: [{ subscriptionId, event }],
				memo: { event },
				priority: deliveryPriority('event', subscriptionId),
				typedSearchAttributes: [{ key: searchAttributes.subscription, value: subscriptionId }],
				workflowIdReusePolicy: 'REJECT_DUPLICATE',
			});
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
		}
		return { id };
	}

	private async eventOf(subscriptionId: string, deliveryId: string) {
		try {
			const { memo, typedSearchAttributes } = await this.client.workflow.getHandle(deliveryId).describe();
			const parsed = deliveryMemoSchema.safeParse(memo);
			const ours = typedSearchAttributes.get(searchAttributes.subscription) === subscriptionId;
			if (ours && parsed.success) return parsed.data.event;
		} catch (error) {
			if (!(error instanceof WorkflowNotFoundError)) throw error;
		}
		throw deliveryNotFound(deliveryId);
	}

	private async view(info: WorkflowExecutionInfo, within?: Within): Promise<DeliveryView | null> {
		const memo = deliveryMemoSchema.safeParse(info.memo).data;
		// A subscription may have been of another connection before.
		if (memo === undefined || !isWithin(within, memo.event.task.connection)) return null;
		const { event, result } = memo;
		const isPending = info.status.name === 'RUNNING' && result === undefined;
		return {
			id: info.workflowId,
			eventId: event.id,
			type: event.type,
			taskId: event.task.id,
			answer: result === undefined || result.status === 0 ? null : result.status,
			...(isPending
				? await this.attemptsOf(info.workflowId)
				: { status: statusOf(result?.outcome), attempts: null, error: result?.note ?? null, nextAttemptAt: null }),
			startedAt: info.startTime.toISOString(),
			closedAt: info.closeTime?.toISOString() ?? null,
		};
	}

	private async attemptsOf(id: string): Promise<Pick<DeliveryView, 'attempts' | 'error' | 'nextAttemptAt' | 'status'>> {
		const { raw } = await this.client.workflow.getHandle(id).describe();
		const [pending] = raw.pendingActivities ?? [];
		const { loadedDataConverter, namespace } = this.client.options;
		const context = { type: 'workflow', namespace, workflowId: id } as const;
		const failure = await decodeOptionalFailureToOptionalError(loadedDataConverter, pending?.lastFailure, context);
		const isUnknown = failure instanceof ApplicationFailure && failure.type === MAIL_OUTCOME_UNKNOWN;
		return {
			status: isUnknown ? 'unknown' : 'pending',
			attempts: pending?.attempt ?? 0,
			error: failure?.message ?? null,
			nextAttemptAt: futureTime(pending?.scheduledTime),
		};
	}
}

interface Timestamp {
	seconds?: { toString(): string } | null;
	nanos?: number | null;
}

/** While an attempt runs, its time has passed. */
function futureTime(time: Timestamp | null | undefined): string | null {
	const at = Number(String(time?.seconds ?? 0)) * 1000 + (time?.nanos ?? 0) / 1e6;
	return at > Date.now() ? new Date(at).toISOString() : null;
}

function statusOf(outcome: DeliveryOutcome | undefined): DeliveryView['status'] {
	if (outcome === undefined) return 'failed';
	return outcome === 'not-wanted' ? 'not_wanted' : outcome;
}
