import type { TaskTypes } from '../../workflows/catalogue';
import type { StartedTask, StartTask, TaskService } from '../tasks';
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
	const found = await tasks.find(start);
	// It runs or has completed, so that nothing would be started.
	const isRepeat = found?.status === 'running' || found?.status === 'completed';
	if (!isRepeat) await checkStart(start.type, named, start.input);
	return tasks.start(start);
}
