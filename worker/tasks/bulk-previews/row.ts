import { z } from 'zod';

/** One of the tasks, syncs or schedules that a bulk action acts on. */
export const bulkRowSchema = z.object({
	id: z.string(),
	/** The type of the task, or of the tasks of the schedule; null if it is not known. */
	type: z.string().nullable(),
	/** '' if it has none. */
	connection: z.string(),
	agentId: z.string().nullable(),
	/** Another row that starts this task again, so that it is not started twice. Default: none does. */
	startedBy: z.string().exactOptional(),
});
export type BulkRow = z.output<typeof bulkRowSchema>;
