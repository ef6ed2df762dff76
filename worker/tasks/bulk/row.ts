import type { RowError } from '../../../workflows/task/contract';
import type { Problem } from '../../problems/problem';
import type { BulkRow } from '../bulk-previews/row';
import type { ScheduleSummaryView } from '../schedules';
import type { TaskView } from '../task-view';

/** A row as a person sees it before the action. */
export interface SelectedRow {
	row: BulkRow;
	/** Null: it is a schedule, or it does not exist. */
	task: TaskView | null;
	schedule: ScheduleSummaryView | null;
	/** Why the action would not be done with it, as far as this shows; null: nothing speaks against it. */
	refusal: RowError | null;
}

export function refusalOf({ type, title, detail }: Problem): RowError {
	return { type, title, detail };
}
