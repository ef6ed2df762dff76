import { z } from 'zod';
import type { CallerLimits, FrozenUses } from '../../workflows/task/continue-as-new';

export const frozenUsesSchema: z.ZodType<FrozenUses | null> = z
	.object({ knowledgeHosts: z.array(z.string()) })
	.nullable();

/** The limits of a caller as tasks and schedules keep them. */
export const callerLimitsSchema = z.object({
	allowed: z.array(z.string()).nullable().optional(),
	uses: frozenUsesSchema.optional(),
});

/** Those of the limits that limit: what tasks of callers who reach everything keep is as before there were limits. */
export function frozenLimits({ allowed = null, uses = null }: CallerLimits): CallerLimits {
	return { ...(allowed === null ? {} : { allowed }), ...(uses === null ? {} : { uses }) };
}
