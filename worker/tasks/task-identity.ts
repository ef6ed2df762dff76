import { definitions, type TaskDefinition } from './definitions';
import type { TaskType } from '../../workflows/contracts';
import { taskIdOf } from './task-ids';
import type { StartTask } from './task-service';

/** Whether there is only one such task at a time, whatever key its caller sends. */
export function isOneOfItsKind(type: TaskType): boolean {
	const { identity }: TaskDefinition = definitions[type];
	return identity !== undefined;
}

/** The id of a task: by the caller's key, or by those fields of the input that the definitions names. */
export function idOfTask({ type, idempotencyKey, input }: Omit<StartTask, 'input'> & { input: object }): string {
	const { identity }: TaskDefinition = definitions[type];
	if (identity === undefined) return taskIdOf(type, idempotencyKey);
	const names: readonly string[] = identity;
	return taskIdOf(type, JSON.stringify(names.map((field): unknown => Reflect.get(input, field))));
}
