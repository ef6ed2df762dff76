import { agentNames } from '../api/agent-names';
import { taskPath } from '../api/client';
import { post } from '../api/gateway';
import type { TaskItem } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { confirmed } from '../parts/question';
import { shortId } from './state';

/** Asks, then cancels a task. @param title of its type */
export function CancelButton({ task, title }: { task: TaskItem; title: string }) {
	const { id, agentId, connection } = task;
	const cancel = async () => {
		const name = agentId === null ? undefined : agentNames.of(connection, agentId);
		const whose = name === undefined ? (agentId ?? (connection || 'many connections')) : `${name} (${agentId})`;
		const question = `Cancel ${title} of ${whose}? The task finishes or reports the step it has started.`;
		if (!(await confirmed(question, 'Cancel the task'))) return undefined;
		await post(`${taskPath(id)}/cancel`);
		return 'The task will stop in a moment.';
	};
	return <ActionButton label="Cancel" name={`Cancel ${title} ${shortId(id)}`} look="bad" act={cancel} />;
}
