import type { TaskDetails } from '../api/types';

/** The execution of an n8n flow that waits for a task, with its page there. Nothing, if none does. */
export function WaitingExecution({ execution }: Pick<TaskDetails, 'execution'>) {
	if (execution === null) return null;
	const { id, flow, url, state } = execution;
	const name = flow === null ? `execution ${id}` : `execution ${id} of the flow "${flow}"`;
	const link =
		url === null ? (
			name
		) : (
			<a href={url} target="_blank" rel="noreferrer">
				{name}
			</a>
		);
	if (state === 'stopped')
		return <p class="note bad">Its execution was stopped, or has ended: {link}. No flow waits for what comes of it.</p>;
	return <p class="soft">Asked for by the {link} in n8n</p>;
}
