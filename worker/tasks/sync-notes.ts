import { z } from 'zod';

/** The heartbeat of a page of a lead-sync: what its next attempt knows, and what is shown while it is pending. */
export const noteSchema = z
	.object({
		delivered: z.array(z.number()),
		upToDateAt: z.number().nullable(),
		dueAt: z.number().nullable(),
	})
	.catch({ delivered: [], upToDateAt: null, dueAt: null });
