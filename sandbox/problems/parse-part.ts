import type { z } from 'zod';
import type { Issue, OperationBody } from '../../api';
import { problems } from './problems';

/** A parsed part of a request; undefined if the contract has no such part. */
export type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

/**
 * Parses one part of a request. It also refuses text that the database could not return unchanged.
 *
 * @throws ApiProblem invalid_request, with an issue for each refused field
 */
export function parsePart<Schema>(schema: Schema & (z.ZodType | null), value: unknown, part: string): Parsed<Schema>;
export function parsePart(schema: z.ZodType | null, value: unknown, part: string): unknown {
	if (schema === null) return undefined;
	const parsed = schema.safeParse(value);
	const issues = parsed.success ? unstorableTexts(parsed.data) : parsed.error.issues.flatMap(toIssues);
	if (parsed.success && issues.length === 0) return parsed.data;
	throw problems.invalidRequest(`The ${part} is invalid. See issues for each field.`, issues);
}

/** A parsed body; undefined if the contract has no JSON body. */
export type ParsedBody<Body> = Body extends { schema: infer Schema } ? Parsed<Schema> : undefined;

/** As `parsePart`, for the body. */
export function parseBody<Body>(body: Body & (OperationBody | null), value: unknown): ParsedBody<Body>;
export function parseBody(body: OperationBody | null, value: unknown): unknown {
	if (body === null || body.kind === 'multipart') return undefined;
	return parsePart(body.schema, value, 'body');
}

/** Names an unknown field by its own path, not by that of the object around it. */
function toIssues(issue: z.core.$ZodIssue): Issue[] {
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map((key) => ({
			path: [...issue.path, key].join('.'),
			message: 'is not a field of this request',
		}));
	}
	return [{ path: issue.path.join('.'), message: issue.message }];
}

const UNPAIRED_SURROGATE = /\p{Surrogate}/u;

/**
 * The texts in a value that the database would change silently: it ends a text at U+0000, and UTF-8 has no form for
 * half of a surrogate pair.
 */
function unstorableTexts(value: unknown): Issue[] {
	const issues: Issue[] = [];
	// A list of open values instead of a recursion: the caller decides how deep a value is.
	const open: { path: string[]; value: unknown }[] = [{ path: [], value }];
	for (let next = open.pop(); next; next = open.pop()) {
		const { path, value: part } = next;
		if (typeof part === 'string') {
			const message = problemOf(part);
			if (message !== undefined) issues.push({ path: path.join('.'), message });
		} else if (typeof part === 'object' && part !== null) {
			const inside = Object.entries<unknown>({ ...part }).map(([name, each]) => ({
				path: [...path, name],
				value: each,
			}));
			open.push(...inside.reverse());
		}
	}
	return issues;
}

function problemOf(text: string): string | undefined {
	if (text.includes('\0')) return 'must not contain the character U+0000';
	return UNPAIRED_SURROGATE.test(text) ? 'contains half a character (an unpaired surrogate)' : undefined;
}
