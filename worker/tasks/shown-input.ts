import type { TaskType } from '../../workflows/contracts';
import { definitions } from './definitions';

/** The parts of a task's input that everybody who may see the task may see. */
export function shownInput(type: TaskType, input: Readonly<Record<string, unknown>>): Record<string, unknown> {
	const { shown, counted = [] }: { shown: readonly string[]; counted?: readonly string[] } = definitions[type];
	return Object.fromEntries(
		Object.entries(input).flatMap(([field, value]): Array<[string, unknown]> => {
			if (shown.includes(field)) return [[field, value]];
			return counted.includes(field) && Array.isArray(value) ? [[`${field}Count`, value.length]] : [];
		}),
	);
}
