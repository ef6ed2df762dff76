import { set, split } from '@sagold/json-pointer';
import type { HookConfig } from './hooks-schema';

type Mapping = Pick<HookConfig, 'connection' | 'fixed' | 'fields'>;

/** The input of the task that a message starts: what is fixed, and what the hook takes from the message. */
export function hookInput({ connection, fixed, fields }: Mapping, message: object): object {
	const input = { ...structuredClone(fixed), connection };
	for (const [target, source] of Object.entries(fields)) {
		const value = valueAt(message, source);
		if (value !== undefined) set(input, target, value);
	}
	return input;
}

/** Only what the message itself has, and nothing that every object has. */
function valueAt(message: object, source: string): unknown {
	return split(source).reduce<unknown>(
		(value, part): unknown =>
			typeof value === 'object' && value !== null && Object.hasOwn(value, part) ? Reflect.get(value, part) : undefined,
		message,
	);
}

/** Where in the message a field of the input comes from; null when it does not come from there. */
export function sourceOf({ fields }: Pick<HookConfig, 'fields'>, path: readonly string[]): string | null {
	for (const [target, source] of Object.entries(fields)) {
		const parts = split(target);
		if (parts.every((part, index) => path[index] === part)) return [source, ...path.slice(parts.length)].join('/');
	}
	return null;
}

/** Whether a field of the input comes from the message, as a whole, as a part of something, or in parts. */
export function isMapped({ fields }: Pick<HookConfig, 'fields'>, path: readonly string[]): boolean {
	return Object.keys(fields).some((target) =>
		split(target).every((part, index) => index >= path.length || path[index] === part),
	);
}
