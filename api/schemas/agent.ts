import { z } from 'zod';
import { agentIdSchema } from './primitives';

/** An agent. Only its id is stated (specification, part 2); everything else passes through. */
export const agentSchema = z.looseObject({ id: agentIdSchema });

/** One-call performance summary of an agent; its fields are not shown. */
export const overviewSchema = z.looseObject({});

/** Free-form analytics; only `advancedAnalytics` is stated (specification, part 2). */
export const analyticsSchema = z.looseObject({ advancedAnalytics: z.boolean() });

/** Questions an agent could not answer (specification, part 2). */
export const unansweredQuestionsSchema = z.looseObject({
	period: z.string(),
	items: z.array(z.looseObject({ content: z.string(), createdAt: z.string() })),
});

/** Plan usage and message credits; its fields are not shown. */
export const usageSchema = z.looseObject({});

export type Agent = z.infer<typeof agentSchema>;
export type Analytics = z.infer<typeof analyticsSchema>;
export type UnansweredQuestions = z.infer<typeof unansweredQuestionsSchema>;
export type Usage = z.infer<typeof usageSchema>;
