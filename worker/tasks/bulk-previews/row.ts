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
	/**
	 * The type of a task that a cancellation of everything leaves alone. Its `type` is null, so that a worker of an older
	 * version does not act on it either. Default: it is not such a task
	 */
	spared: z.string().exactOptional(),
});
export type BulkRow = z.output<typeof bulkRowSchema>;

export function typeOfRow({ type, spared }: Pick<BulkRow, 'type' | 'spared'>): string | null {
	return spared ?? type;
}
