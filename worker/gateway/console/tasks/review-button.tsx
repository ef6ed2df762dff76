import { at } from '../api/base-path';
import { readDetails } from '../api/client';
import { may } from '../api/session';
import type { TaskItem, TaskType } from '../api/types';
import { ActionButton } from '../parts/action-button';
import { shortId } from './state';
import { openTask } from './task-panel-address';

export interface ReviewButtonProps {
	task: Pick<TaskItem, 'id' | 'type' | 'waitsForPerson'>;
	/** Undefined until the catalogue was read. */
	type: TaskType | undefined;
}

/** Leads to the page on which a person decides. Nothing for those who may not, and for tasks that ask nothing. */
export function ReviewButton({ task: { id, waitsForPerson }, type }: ReviewButtonProps) {
	if (!waitsForPerson || type === undefined || type.decisions.length === 0 || !may('decide')) return null;
	const open = async () => {
		// The address is a secret, so no list has it.
		const { reviewPath } = await readDetails(id);
		// Somebody decided meanwhile: the panel says what.
		if (reviewPath === null) openTask(id);
		else location.assign(at(reviewPath));
		return undefined;
	};
	return <ActionButton label="Review" name={`Review ${type.title} ${shortId(id)}`} look="main" act={open} />;
}
