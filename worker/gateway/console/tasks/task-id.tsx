import { CopyButton } from '../parts/copy-button';

/** The id of a task in a list, to copy: the command line and other people ask for it. */
export function TaskId({ id }: { id: string }) {
	return (
		<div class="task-id">
			<code>{id}</code>
			<CopyButton text={id} name={`Copy the id ${id}`} look="quiet" />
		</div>
	);
}
