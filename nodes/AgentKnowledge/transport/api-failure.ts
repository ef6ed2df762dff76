import type { RetrySafety } from '../../../api';
import type { AnsweringServer } from '../generated/answering-server';
import { operations } from '../generated/operations';
import type { OperationId } from './operations';

/** One field that the service refused (specification, part 7). */
export interface Issue {
	path: string;
	message: string;
}

/** An id of a request, and what it names, such as a lead. */
export interface NamedId {
	thing: string;
	id: string;
}

export interface ApiFailureFields {
	operationId: OperationId;
	/** HTTP status; null without a response. */
	status: number | null;
	/** The service's stable identifier (specification, part 7), or one of the node's own if it sent none. */
	type: string;
	title: string;
	detail: string | null;
	issues: Issue[];
	/** The request may have had its effect: the response was lost, or was a 408 or 5xx. */
	uncertain: boolean;
	/** Uncertain, but a second effect harms nobody: n8n's "Retry On Fail" may send the request again. */
	isRepeatable?: boolean;
	/** What makes a repeat of this request safe. */
	safety: RetrySafety;
	/** How long the service asked to wait, in milliseconds. */
	retryAfterMs: number | null;
	/** How often and how long the node waited for the rate limit before it gave up. Milliseconds. */
	waited: { times: number; ms: number };
	/** What responded instead of the service, if its response says so. */
	server?: AnsweringServer;
	/** The ids that the request named, the innermost first: what a 404 may be about. */
	ids?: readonly NamedId[];
	/** What to do, if only the caller knows it. Default: a hint by status and type. */
	hint?: string;
}

/** A failed request, for the caller to handle. Users see the NodeApiError that `errors/` makes of it. */
export class ApiFailure extends Error {
	override readonly name = 'ApiFailure';

	constructor(readonly fields: ApiFailureFields) {
		super(fields.title);
	}

	/** The same failure, with what only the caller knows. */
	with(
		more: Partial<
			Pick<ApiFailureFields, 'type' | 'title' | 'detail' | 'hint' | 'uncertain' | 'isRepeatable' | 'server' | 'ids'>
		>,
	): ApiFailure {
		return new ApiFailure({ ...this.fields, ...more });
	}
}

/** Only in the service's own envelope: a proxy's 503 does not mean that the change is saved (specification, part 7). */
export function isSavedIndexedLater({ status, type, operationId }: ApiFailureFields): boolean {
	return status === 503 && type !== 'http_503' && 'savedOn503' in operations[operationId];
}

export function lacksScope(error: unknown): boolean {
	return error instanceof ApiFailure && error.fields.type === 'insufficient_scope';
}
