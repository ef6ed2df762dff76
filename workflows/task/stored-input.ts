import type { TaskType } from '../contracts';
import { taskFailure } from './failures';

/** An input as a history or a schedule holds it: a newer worker may have written it, so its version can be any. */
export type StoredInput<Input> = Omit<Input, 'version'> & { version: number };

/** The final failure of a task whose input has a version that this worker does not know. */
export function unknownInputVersion(task: TaskType, version: number): Error {
	return taskFailure({
		type: 'unsupported_input_version',
		title: 'The input has an unknown version',
		status: 400,
		detail: `This worker knows version 1 of ${task}, and the input says ${JSON.stringify(version)}. Update the worker.`,
	});
}
