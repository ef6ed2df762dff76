import type { z } from 'zod';
import type { Scope } from '../scopes';

/**
 * What makes a repeated request safe.
 *
 * - `read`: nothing changes; repeat freely.
 * - `repeatable`: the same request again leads to the same state.
 * - `delete`: as repeatable; a 404 on the repeat is success.
 * - `idempotency-key`: the body carries `idempotencyKey`; repeat with the same key and the same content only.
 * - `client-message-id`: the body carries `clientMessageId`; safe when it is given, else as write-once.
 * - `write-once`: the service offers no key; after an uncertain answer look before repeating.
 * - `never`: sends real mail; never repeated on its own.
 */
export type RetrySafety =
	| 'read'
	| 'repeatable'
	| 'delete'
	| 'idempotency-key'
	| 'client-message-id'
	| 'write-once'
	| 'never';

/** Where the safety of a repeat depends on a field of the body, as with the actions of POST email. */
export interface RetrySafetyByField {
	field: string;
	of: Readonly<Record<string, RetrySafety>>;
}

export type OperationBody = { kind: 'json'; schema: z.ZodType } | { kind: 'multipart'; field: string };

/** One endpoint of the customer API (specification, part 4). */
export interface Operation {
	method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
	/** Below /api/v1, with {name} for each path parameter. */
	path: string;
	/** The permission a key needs; null where the specification states none. */
	scope: Scope | null;
	/** The part of the service it belongs to; groups docs and OpenAPI. */
	tag: string;
	/** What it does, in the specification's words for its purpose. */
	summary: string;
	params: z.ZodObject | null;
	query: z.ZodObject | null;
	body: OperationBody | null;
	reply: { status: 200 | 201 | 202; schema: z.ZodType };
	retry: RetrySafety | RetrySafetyByField;
	/**
	 * Statuses of part 7 that this endpoint can answer beside 400, 401, 403, 404 and 429. A 503 here is the one of
	 * Q&A changes: saved, indexed later, and so a success with a warning.
	 */
	alsoAnswers?: ReadonlyArray<402 | 409 | 413 | 503>;
}

/** The safety of repeating one request, whose body may decide it. */
export function retrySafetyOf(operation: Pick<Operation, 'retry'>, body: unknown): RetrySafety {
	if (typeof operation.retry === 'string') return operation.retry;
	const { field, of } = operation.retry;
	const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, field) : undefined;
	return (typeof value === 'string' ? of[value] : undefined) ?? 'write-once';
}
