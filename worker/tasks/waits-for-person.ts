import { definitions, type TaskDefinition } from './definitions';
import type { TaskView } from './task-view';

/** Whether nothing goes on in a task until a person decides or does something. */
export function waitsForPerson({ type, status, stage }: Pick<TaskView, 'type' | 'status' | 'stage'>): boolean {
	const { waitingStages = [] }: TaskDefinition = definitions[type];
	return status === 'running' && stage !== null && waitingStages.includes(stage);
}
