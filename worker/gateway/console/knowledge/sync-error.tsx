import type { Task } from '../api/types';
import { TaskError } from '../tasks/task-result';

const CHANGED =
	'The set or the agent has changed since this plan was made. Nothing was sent. Look at the new plan, and apply that one.';

/** Why a sync did not complete. The hashes of two plans mean nothing to a person. */
export function SyncError({ error }: { error: NonNullable<Task['error']> }) {
	return <TaskError error={error.type === 'plan_changed' ? { ...error, detail: CHANGED, issues: [] } : error} />;
}
