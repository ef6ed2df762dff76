import { z } from 'zod';

/** The heartbeat of a page of a lead-sync: what its next attempt knows, and what is shown while it is pending. */
export const noteSchema = z
	.object({
		delivered: z.array(z.number()),
		upToDateAt: z.number().nullable(),
		// Left out by the release before.
		dueAt: z.number().nullable().default(null),
	})
	.catch({ delivered: [], upToDateAt: null, dueAt: null });
