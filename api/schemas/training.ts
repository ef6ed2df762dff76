import { z } from 'zod';
import { timestampSchema } from './primitives';

/** A training run (specification, part 2). `crawling` is the only phase the specification names. */
export const trainingRunSchema = z.looseObject({
	id: z.string().min(1),
	phase: z.string(),
	pagesCompleted: z.number().int(),
	pagesTotal: z.number().int(),
	pagesFailed: z.number().int(),
	startedAt: timestampSchema,
	error: z.string().nullable(),
});

/**
 * What stands in place of a run when none exists is not shown: nothing, null or an object without an id. Some services
 * answer the same once a run has ended.
 */
const noRunSchema = z.looseObject({ id: z.literal('').nullish() }).nullish();

/** Live training progress of an agent (specification, parts 2 and 3). */
export const trainingStatusSchema = z.looseObject({
	agentStatus: z.string(),
	/** A run is active. */
	training: z.boolean(),
	/** Chat is usable already; may turn true before the run ends. */
	canChat: z.boolean(),
	run: z.union([trainingRunSchema, noRunSchema]),
});

export type TrainingRun = z.infer<typeof trainingRunSchema>;
export type TrainingStatus = z.infer<typeof trainingStatusSchema>;

/** The run of a training status, whichever way the service says that there is none. */
export function runOf(status: TrainingStatus): TrainingRun | null {
	const parsed = trainingRunSchema.safeParse(status.run);
	return parsed.success ? parsed.data : null;
}
