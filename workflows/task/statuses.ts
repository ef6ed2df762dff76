/** Whether a task runs, or how its run ended. What it did is its outcome: see `OUTCOMES`. */
export const TASK_STATUSES = ['running', 'completed', 'failed', 'cancelled', 'timed_out'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];
