import type { TaskTypes } from '../../workflows/catalogue';
import { TaskNotFoundError, type StartedTask, type StartTask, type TaskService, type TaskView } from '../tasks';
import { idOfTask } from '../tasks/task-identity';
import { checkStart, type NamedThings } from './start-checks';

/**
 * Starts a task once all that it names was seen to be there. A repeat finds its task also while the service does not
 * answer. @throws Problem that names the field, before anything is done
 */
export async function startTask<Type extends keyof TaskTypes>(
	tasks: TaskService,
	named: NamedThings,
	start: StartTask & { type: Type; input: TaskTypes[Type]['input'] },
): Promise<StartedTask> {
	const found = await taskOf(tasks, start);
	// It runs or has completed, so that nothing would be started.
	const isRepeat = found?.status === 'running' || found?.status === 'completed';
	if (!isRepeat) await checkStart(start.type, named, start.input);
	return tasks.start(start);
}

/** The task of a key, in whatever state; null when there is none. */
export async function taskOf(tasks: TaskService, start: StartTask): Promise<TaskView | null> {
	try {
		return await tasks.get(idOfTask(start));
	} catch (error) {
		if (error instanceof TaskNotFoundError) return null;
		throw error;
	}
}
