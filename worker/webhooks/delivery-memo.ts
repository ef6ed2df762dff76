import { z } from 'zod';
import { DELIVERY_OUTCOMES } from '../../workflows/task/activities';
import { taskEventSchema } from './event-schema';

/** The memo of a delivery. */
export const deliveryMemoSchema = z.object({
	event: taskEventSchema,
	/** Written after a successful end. */
	result: z
		.object({
			outcome: z.enum(DELIVERY_OUTCOMES),
			status: z.number(),
			note: z.string().optional(),
			messageId: z.string().optional(),
		})
		.optional(),
});
