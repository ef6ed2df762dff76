import type { RetrySafety } from '../../../api';
import { operations } from '../generated/operations';
import type { OperationId } from './operations';

/** One field that the service refused (specification, part 7). */
export interface Issue {
	path: string;
	message: string;
}

export interface ApiFailureFields {
	operationId: OperationId;
	/** HTTP status; null when no answer came. */
	status: number | null;
	/** The service's stable identifier (specification, part 7), or one of ours when it sent none. */
	type: string;
	title: string;
	detail: string | null;
	issues: Issue[];
	/** The request may have had its effect: the answer was lost, or was a 408 or 5xx. */
	uncertain: boolean;
	/** Uncertain, but nothing bad can come of another request: n8n's "Retry On Fail" may send it. */
	isRepeatable?: boolean;
	/** What makes a repeat of this request safe. */
	safety: RetrySafety;
	/** How long the service asked to wait, in milliseconds. */
	retryAfterMs: number | null;
	/** How often, and how long in milliseconds, it was waited for the rate limit before giving up. */
	waited: { times: number; ms: number };
	/** What to do, where only the caller knows; else a hint is chosen by status and type. */
	hint?: string;
}

/** A request that failed, for whoever called it to handle. Users see the NodeApiError made of it (errors/). */
export class ApiFailure extends Error {
	override readonly name = 'ApiFailure';

	constructor(readonly fields: ApiFailureFields) {
		super(fields.title);
	}

	/** The same failure, with something added that only its caller knows. */
	with(more: Partial<Pick<ApiFailureFields, 'title' | 'detail' | 'hint' | 'uncertain' | 'isRepeatable'>>): ApiFailure {
		return new ApiFailure({ ...this.fields, ...more });
	}
}

/** A 503 of a Q&A change in the service's own envelope: it is saved, and indexed later (specification, part 7). */
export function isSavedIndexedLater({ status, type, operationId }: ApiFailureFields): boolean {
	return status === 503 && type !== 'http_503' && 'savedOn503' in operations[operationId];
}

export function lacksScope(error: unknown): boolean {
	return error instanceof ApiFailure && error.fields.type === 'insufficient_scope';
}
