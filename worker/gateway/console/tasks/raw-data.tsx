import { useSignal } from '@preact/signals';
import { readTimeline } from '../api/client';
import type { Task, TaskDetails, Timeline } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { HIDDEN_RESULTS } from './task-result';

/** Everything about a task as JSON, for reports of errors. It has no contents of mails either. */
export function RawData({ task, details }: { task: Task; details: TaskDetails }) {
	const timeline = useSignal<Timeline | null>(null);
	const show = async () => {
		timeline.value = timeline.value === null ? await readTimeline(task.id) : null;
		return undefined;
	};
	return (
		<section aria-label="Raw data">
			<div class="buttons">
				<ActionButton label={timeline.value === null ? 'Show raw data (JSON)' : 'Hide raw data'} act={show} />
			</div>
			{timeline.value !== null && (
				<pre class="raw" tabIndex={0}>
					{JSON.stringify({ task: shown(task), input: details.input, timeline: timeline.value }, null, 2)}
				</pre>
			)}
		</section>
	);
}

function shown({ result, ...task }: Task): object {
	if (result === null) return { ...task, result };
	return {
		...task,
		result: Object.fromEntries(Object.entries(result).filter(([name]) => !HIDDEN_RESULTS.includes(name))),
	};
}
