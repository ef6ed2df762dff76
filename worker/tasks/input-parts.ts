import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { z } from 'zod';
import { definitions } from './definitions';
import type { StartTask } from './task-service';

/**
 * What two starts with the same key are compared by: the input as its caller meant it. Fields that are at their default
 * are left out, so that a release that adds one still knows the keys of the release before. Frozen: a change here makes
 * every repeat of an older key a conflict.
 */
export function inputParts({ type, input }: Pick<StartTask, 'type' | 'input'>): string[] {
	return ['input', canonical(withoutDefaults(definitions[type].input, input))];
}

/** The fields that the schema would not put in by itself just as they are. */
export function withoutDefaults(schema: z.ZodType<object>, input: object): object {
	const fields = Object.entries(input);
	const isDefault = (field: string, value: unknown) => {
		const rest = schema.safeParse(Object.fromEntries(fields.filter(([name]) => name !== field)));
		return rest.success && isDeepStrictEqual(Reflect.get(rest.data, field), value);
	};
	return Object.fromEntries(fields.filter(([field, value]) => !isDefault(field, value)));
}

/** What two requests of a running workflow with the same key are compared by. It is kept in encrypted payloads only. */
export function inputDigest(input: object): string {
	return createHash('sha256').update(canonical(input)).digest('base64url');
}

/** JSON whose fields stand in the order of their names, so that two clients' order makes no difference. */
function canonical(value: unknown): string {
	return JSON.stringify(value, (_key, each: unknown) =>
		typeof each === 'object' && each !== null && !Array.isArray(each)
			? Object.fromEntries(Object.entries(each).sort(([one], [other]) => (one < other ? -1 : 1)))
			: each,
	);
}
