import type { TaskInput, TaskType } from '../../workflows/contracts';
import { checkStart, type NamedThings } from '../tasks/definitions';
import type { StartedTask, StartTask, TaskService } from '../tasks';

/**
 * Starts a task once all that it names was seen to be there. A repeat finds its task also while the service does not
 * answer. @throws Problem that names the field, before anything is done
 */
export async function startTask<Type extends TaskType>(
	tasks: TaskService,
	named: NamedThings,
	start: StartTask & { type: Type; input: TaskInput<Type> },
): Promise<StartedTask> {
	const found = await tasks.find(start);
	// It runs or has completed, so that nothing would be started.
	const isRepeat = found?.status === 'running' || found?.status === 'completed';
	if (!isRepeat) await checkStart(start.type, named, start.input);
	return tasks.start(start);
}
