import type { TaskItem, TaskType } from '../../api/types';
import { WithMoments } from '../../parts/times';
import { ProgressBar } from '../../tasks/progress-bar';
import { ReviewButton } from '../../tasks/review-button';
import { stageOf } from '../../tasks/state';
import { taskLink } from '../../tasks/task-panel-address';

/** A task that works on a set now: what it does, how far it is, or what it waits for. */
export function RunningSync({ task, type }: { task: TaskItem; type: TaskType | undefined }) {
	const { id, waitsForPerson, progress } = task;
	return (
		<div class={waitsForPerson ? 'note attention' : 'note'}>
			<p>
				<span class="stage">{waitsForPerson ? 'A plan waits for a person' : stageOf(task)}</span>{' '}
				<a href={taskLink(id)}>Details of the task</a>
			</p>
			{progress !== null && (
				<p>
					<WithMoments text={progress.message} />
				</p>
			)}
			<ProgressBar task={task} />
			<div class="buttons">
				<ReviewButton task={task} type={type} />
			</div>
		</div>
	);
}
