import { z } from 'zod';
import { retrainAuditSchema } from '../../workflows/retrain/contract';
import type { TaskMemo, TaskProgress } from '../../workflows/task/visibility';

export const progressSchema: z.ZodType<TaskProgress> = z.object({
	message: z.string(),
	runId: z.string().optional(),
	phase: z.string().optional(),
	pagesCompleted: z.number().optional(),
	pagesTotal: z.number().optional(),
	pagesFailed: z.number().optional(),
	itemsDone: z.number().optional(),
	itemsTotal: z.number().optional(),
	itemsFailed: z.number().optional(),
	canChat: z.boolean().optional(),
	destination: z.string().optional(),
	upToDateAt: z.string().optional(),
	nextAt: z.string().optional(),
	dueAt: z.string().optional(),
	problem: z.object({ type: z.string(), title: z.string(), detail: z.string() }).optional(),
	at: z.string(),
});

export const memoSchema: z.ZodType<TaskMemo> = z.object({
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }).optional(),
	startedAt: z.string().optional(),
	retriedBy: z.array(z.string()).optional(),
	cancelledBy: z.array(z.string()).optional(),
	progress: progressSchema.optional(),
});

/** Why a task did not complete. */
export const taskErrorSchema = z.object({
	type: z.string(),
	title: z.string(),
	status: z.number(),
	detail: z.string(),
	issues: z.array(z.object({ path: z.string(), message: z.string() })),
	/** Of a retrain whose end or effect is uncertain: what was sent, what was noted before it, and what each look showed. */
	audit: retrainAuditSchema.optional(),
});
export type TaskEndError = z.output<typeof taskErrorSchema>;
