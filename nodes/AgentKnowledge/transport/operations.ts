import type { z } from 'zod';
import type { Operations, RetrySafety } from '../../../api';
import { operations, type OperationId } from '../generated/operations';

export type { OperationId };

export type Reply<Id extends OperationId> = z.output<Operations[Id]['reply']['schema']>;

/** What makes a retry of one request safe. For POST email, the body's `action` decides. */
export function retrySafety(id: OperationId, body: unknown): RetrySafety {
	const { retry } = operations[id];
	if (typeof retry === 'string') return retry;
	const value: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, retry.field) : undefined;
	return Object.entries(retry.of).find(([name]) => name === value)?.[1] ?? 'write-once';
}
