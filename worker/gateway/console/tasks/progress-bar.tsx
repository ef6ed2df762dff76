import type { TaskItem } from '../api/types';
import { progressOf } from './progress';

/** How much of a running task is done, if anybody can tell. */
export function ProgressBar({ task }: { task: TaskItem }) {
	const progress = progressOf(task);
	if (progress === null) return null;
	const { done, total, text } = progress;
	return (
		<div class="progress">
			<progress max={total} value={done} aria-label={text} />
			<span class="soft">{text}</span>
		</div>
	);
}
