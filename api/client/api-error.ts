import type { Issue } from '../schemas';

/**
 * What is certain about the effect of a call that failed.
 *
 * - `refused`: the service did nothing (the connection or the name was refused, or it answered 4xx but 408).
 * - `ambiguous`: it may have done it (reset, timeout, 5xx, 408, a reply that cannot be read).
 */
export type Outcome = 'refused' | 'ambiguous';

/**
 * Error types the client makes itself, where the service gave none; `http_<status>` stands for a foreign answer.
 * A reply that is no whole JSON is `unreadable_reply`; whole, but not what the table says: `unexpected_reply`.
 */
export type ClientErrorType =
	| 'invalid_input'
	| 'file_unreadable'
	| 'connection_refused'
	| 'host_not_found'
	| 'tls_failed'
	| 'proxy_failed'
	| 'connection_lost'
	| 'timeout'
	| 'cancelled'
	| 'unreadable_reply'
	| 'unexpected_reply';

export interface ApiErrorFields {
	/** The service's stable identifier (specification, part 7), a `ClientErrorType`, or `http_<status>`. */
	type: string;
	/** What happened, in the service's words where it gave some. */
	title: string;
	/** HTTP status; null when no answer came. */
	status: number | null;
	detail: string | null;
	issues: Issue[];
	/** How long the service asked to wait, in milliseconds; null when it did not. */
	retryAfterMs: number | null;
	outcome: Outcome;
	operationId: string;
	/** What was called, without query: `POST /agents/agent_support/retrain`. */
	request: string;
}

/**
 * The one error of the client. It carries what the service said, and nothing of the request but method and path:
 * no key, no query, no body, no cause.
 */
export class ApiError extends Error implements ApiErrorFields {
	override readonly name = 'ApiError';
	readonly type: string;
	readonly title: string;
	readonly status: number | null;
	readonly detail: string | null;
	readonly issues: Issue[];
	readonly retryAfterMs: number | null;
	readonly outcome: Outcome;
	readonly operationId: string;
	readonly request: string;

	constructor(fields: ApiErrorFields) {
		super(messageOf(fields));
		this.type = fields.type;
		this.title = fields.title;
		this.status = fields.status;
		this.detail = fields.detail;
		this.issues = fields.issues;
		this.retryAfterMs = fields.retryAfterMs;
		this.outcome = fields.outcome;
		this.operationId = fields.operationId;
		this.request = fields.request;
	}
}

function messageOf({ operationId, request, title, detail, issues, status, type }: ApiErrorFields): string {
	const answer = status === null ? type : `${status} ${type}`;
	const parts = [`${operationId} (${request}) failed: ${sentence(title)}`];
	if (detail !== null && detail !== '' && detail !== title) parts.push(sentence(detail));
	for (const issue of issues)
		parts.push(sentence(issue.path === '' ? issue.message : `${issue.path}: ${issue.message}`));
	parts.push(`[${answer}]`);
	return parts.join(' ');
}

function sentence(text: string): string {
	return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
