import type { TaskItem } from '../api/types';
import { takenOverParts } from '../words/taken-over-words';
import { taskLink } from './task-panel-address';

/** What has taken over the work that the task left undone, with a link to it, or will. Nothing, if nothing has. */
export function TakenOver({
	task: { takenOver, leftToNextRun },
}: {
	task: Pick<TaskItem, 'takenOver' | 'leftToNextRun'>;
}) {
	if (takenOver === null)
		return leftToNextRun ? <p class="note">The next run of its schedule covers its part.</p> : null;
	const { how, state } = takenOverParts(takenOver);
	const { taskId } = takenOver;
	return (
		<p class="note">
			{taskId === null ? how : <a href={taskLink(taskId)}>{how}</a>}. {state}
		</p>
	);
}
