import type { z } from 'zod';
import type { Operation } from '../operations';
import type { Issue } from '../schemas';
import type { UntypedInput } from './call-types';
import { fillPath, queryString } from './request-path';
import { uploadFileSchema, uploadIssues, type UploadFile } from './upload';

/** A request ready to be sent: everything in it was checked against the table. */
export interface PreparedCall {
	method: Operation['method'];
	/** Below the base URL, without query. */
	path: string;
	/** With its question mark, or empty. */
	query: string;
	/** JSON text. */
	json?: string;
	upload?: { field: string; file: UploadFile };
	/** The checked body, for what depends on one of its fields. */
	body: unknown;
}

export type Preparation = { ok: true; call: PreparedCall } | { ok: false; issues: Issue[] };

/** Checks a call's input against the table, before anything is sent. */
export function prepareCall(operation: Operation, input: UntypedInput): Preparation {
	const issues: Issue[] = [];
	const params = check(operation.params, input.params ?? {}, 'params', issues);
	const query = check(operation.query, input.query ?? {}, 'query', issues);
	const body = checkBody(operation, input.body, issues);
	if (issues.length > 0) return { ok: false, issues };
	const path = fillPath(operation.path, asRecord(params));
	return {
		ok: true,
		call: { method: operation.method, path: `/api/v1${path}`, query: queryString(asRecord(query)), ...body },
	};
}

function checkBody(
	operation: Operation,
	body: unknown,
	issues: Issue[],
): Pick<PreparedCall, 'body' | 'json' | 'upload'> {
	if (operation.body === null) {
		if (body !== undefined) issues.push({ path: 'body', message: 'this operation has no body' });
		return { body: undefined };
	}
	if (operation.body.kind === 'multipart') {
		const file = uploadFileSchema.safeParse(body);
		if (!file.success) {
			issues.push(...file.error.issues.map((issue) => ({ path: pathOf('body', issue.path), message: issue.message })));
			return { body: undefined };
		}
		issues.push(...uploadIssues(file.data));
		return { body: undefined, upload: { field: operation.body.field, file: file.data } };
	}
	const checked = check(operation.body.schema, body, 'body', issues);
	return { body: checked, json: JSON.stringify(checked) };
}

function check(schema: z.ZodType | null, value: unknown, place: string, issues: Issue[]): unknown {
	if (schema === null) {
		if (Object.keys(asRecord(value)).length > 0)
			issues.push({ path: place, message: `this operation has no ${place}` });
		return {};
	}
	const parsed = schema.safeParse(value);
	if (parsed.success) return parsed.data;
	issues.push(...parsed.error.issues.map((issue) => ({ path: pathOf(place, issue.path), message: issue.message })));
	return {};
}

function pathOf(place: string, path: readonly PropertyKey[]): string {
	return [place, ...path].map(String).join('.');
}

function asRecord(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? { ...value } : {};
}
