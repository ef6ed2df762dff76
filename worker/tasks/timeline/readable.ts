import type { Client } from '@temporalio/client';
import {
	ApplicationFailure,
	type ProtoFailure,
	type SerializationContext,
	TimeoutFailure,
	TimeoutType,
} from '@temporalio/common';
import {
	decodeFromPayloadsAtIndex,
	decodeOptionalFailureToOptionalError,
} from '@temporalio/common/lib/internal-non-workflow';
import { z } from 'zod';
import { type EarlierStatuses, NOT_YET, shortText } from '../../../workflows/task/failure';
import { keyErrorOf } from '../../temporal/payload-codec';
import { DECISIONS } from '../subjects';

type Payloads = Parameters<typeof decodeFromPayloadsAtIndex>[2];

/** What a person decided, without what they wrote. */
const decisionSchema = z.object({ action: z.enum(DECISIONS), by: z.string(), via: z.enum(['api', 'page']) });
export type ReadDecision = z.output<typeof decisionSchema>;

/** A response that a write got instead of its effect. */
export interface Refusal {
	reason: string;
	status: number;
}

/** The encrypted parts of a history that a timeline shows. Everything else stays encrypted. */
export interface Readable {
	/**
	 * Why an attempt failed, for people; null if it only looked for a change that had not come.
	 * @param child the task that failed, if it is not this one: its failure is encrypted for it
	 */
	reasonOf(failure: ProtoFailure | null | undefined, child?: string | null): Promise<string | null>;
	/** Status codes of the responses to this attempt and to those before it that its worker knew, each once. */
	statusesOf(failure: ProtoFailure | null | undefined): Promise<number[]>;
	/** What the service answered to a write that it did not do, which is the result of a step; null for all others. */
	refusalIn(result: Payloads): Promise<Refusal | null>;
	/** @param args of the update; null if it cannot be read */
	decisionOf(args: Payloads): Promise<ReadDecision | null>;
}

/** Titles of errors are the service's words. */
const LONGEST_TITLE = 120;
const errorSchema = z.object({ title: z.string(), status: z.number() });
const earlierStatusesSchema: z.ZodType<EarlierStatuses> = z.object({ earlierStatuses: z.array(z.number()) });
/** See `WriteResponse` in workflows/task. */
const refusedSchema = z.object({ outcome: z.string(), error: errorSchema });
/** A longer result is no refusal, so nobody decrypts it. Bytes. */
const LONGEST_REFUSAL = 8_192;

const STOPPED = 'A worker stopped while it ran this step. Another attempt followed.';
const LOST = 'The worker that ran it was lost, or it took too long.';
const FAILED = 'A call or its worker failed. The log of the worker says why.';
const UNREADABLE = 'It failed. The encryption key of the reason is not in encryption.keys.';

/** @param workflowId of the task, which its payloads are encrypted for */
export function readableOf({ options }: Client, workflowId: string): Readable {
	const { loadedDataConverter: converter, namespace } = options;
	const contextOf = (id: string): SerializationContext => ({ type: 'workflow', namespace, workflowId: id });
	return {
		async reasonOf(failure, child) {
			try {
				const context = contextOf(child ?? workflowId);
				return wordsOf(await decodeOptionalFailureToOptionalError(converter, failure, context));
			} catch (error) {
				if (keyErrorOf(error) === null) throw error;
				return UNREADABLE;
			}
		},
		async statusesOf(failure) {
			try {
				return statusesIn(await decodeOptionalFailureToOptionalError(converter, failure, contextOf(workflowId)));
			} catch (error) {
				if (keyErrorOf(error) === null) throw error;
				return [];
			}
		},
		async refusalIn(result) {
			if ((result?.[0]?.data?.length ?? Infinity) > LONGEST_REFUSAL) return null;
			try {
				const decoded: unknown = await decodeFromPayloadsAtIndex(converter, 0, result, contextOf(workflowId));
				const refused = refusedSchema.safeParse(decoded).data;
				return refused === undefined ? null : { reason: errorWords(refused.error), status: refused.error.status };
			} catch (error) {
				if (keyErrorOf(error) === null) throw error;
				return null;
			}
		},
		async decisionOf(args) {
			try {
				const request: unknown = await decodeFromPayloadsAtIndex(converter, 0, args, contextOf(workflowId));
				return decisionSchema.safeParse(request).data ?? null;
			} catch (error) {
				if (keyErrorOf(error) === null) throw error;
				return null;
			}
		},
	};
}

/** The title and the status of an error, never its detail: a detail may quote what somebody wrote. */
export function wordsOf(failure: Error | undefined): string | null {
	if (failure === undefined) return null;
	if (failure instanceof TimeoutFailure) return failure.timeoutType === TimeoutType.HEARTBEAT ? STOPPED : LOST;
	if (!(failure instanceof ApplicationFailure)) return FAILED;
	if (failure.type === NOT_YET) return null;
	const known = errorSchema.safeParse(failure.details?.[0]).data;
	return known === undefined ? FAILED : errorWords(known);
}

function errorWords({ title, status }: z.output<typeof errorSchema>): string {
	return `${shortText(title, LONGEST_TITLE)} (${status})`;
}

/** The failure's own status, and those that earlier attempts noted in it. */
export function statusesIn(failure: Error | undefined): number[] {
	if (!(failure instanceof ApplicationFailure)) return [];
	const details = failure.details ?? [];
	const own = failure.type === NOT_YET ? undefined : errorSchema.safeParse(details[0]).data?.status;
	const earlier = details.flatMap((each) => earlierStatusesSchema.safeParse(each).data?.earlierStatuses ?? []);
	return inAscent(own === undefined ? earlier : [...earlier, own]);
}

export function inAscent(statuses: readonly number[]): number[] {
	return [...new Set(statuses)].sort((one, other) => one - other);
}
