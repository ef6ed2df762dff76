import { catalogue, type TaskDefinition, type TaskType } from '../../workflows/catalogue';
import { taskIdOf } from './task-ids';
import type { StartTask } from './task-service';

/** Whether there is only one such task at a time, whatever key its caller sends. */
export function isOneOfItsKind(type: TaskType): boolean {
	const { identity }: TaskDefinition = catalogue[type];
	return identity !== undefined;
}

/** The id of a task: by the caller's key, or by those fields of the input that the catalogue names. */
export function idOfTask({ type, idempotencyKey, input }: Omit<StartTask, 'input'> & { input: object }): string {
	const { identity }: TaskDefinition = catalogue[type];
	if (identity === undefined) return taskIdOf(type, idempotencyKey);
	return taskIdOf(type, JSON.stringify(identity.map((field): unknown => Reflect.get(input, field))));
}
