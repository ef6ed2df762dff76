import type { TaskItem } from '../api/types';
import { takenOverParts } from '../words/taken-over-words';
import { taskLink } from './task-panel-address';

/** What has taken over the work that the task left undone, with a link to it. Nothing, if nothing has. */
export function TakenOver({ task: { takenOver } }: { task: Pick<TaskItem, 'takenOver'> }) {
	if (takenOver === null) return null;
	const { how, state } = takenOverParts(takenOver);
	const { taskId } = takenOver;
	return (
		<p class="note">
			{taskId === null ? how : <a href={taskLink(taskId)}>{how}</a>}. {state}
		</p>
	);
}
