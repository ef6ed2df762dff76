import type { TaskError } from '../task/task-error';
import { shortened } from '../task/child-failure';
import type { SourceRow } from './contract';

export function accepted(row: SourceRow, sourceId: number): void {
	row.status = 'processing';
	row.sourceId = sourceId;
}

export function refused(row: SourceRow, error: TaskError): void {
	row.status = 'refused';
	row.error = shortened(error);
}

/** @param found what could be it; null when nobody has looked since */
export function uncertain(row: SourceRow, found: number[] | null, why: string): void {
	row.status = 'needs_person';
	row.audit.duplicates = found ?? [];
	row.error = {
		type: 'needs_person',
		title: 'A person has to look',
		detail: `Requests sent: ${row.audit.postAttempts}, and answers were lost. ${why} ${seenOf(found)}Look at the agent's sources, then add it again if it is missing.`,
	};
}

function seenOf(found: number[] | null): string {
	if (found === null) return '';
	return found.length === 0 ? 'None shows that could be it. ' : `These show that could be it: ${found.join(', ')}. `;
}
