import { executionWords } from '../../../tasks/executions/execution-words';
import type { TaskDetails } from '../api/types';

/** The execution of an n8n flow that waits for a task, with its page there. Nothing, if none does. */
export function WaitingExecution({ execution }: Pick<TaskDetails, 'execution'>) {
	if (execution === null) return null;
	const { url, state } = execution;
	const { before, name, after } = executionWords(execution);
	const link =
		url === null ? (
			name
		) : (
			<a href={url} target="_blank" rel="noreferrer">
				{name}
			</a>
		);
	return (
		<p class={state === 'stopped' ? 'note bad' : 'soft'}>
			{before}
			{link}
			{after}
		</p>
	);
}
