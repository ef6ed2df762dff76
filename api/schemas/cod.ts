import { z } from 'zod';
import { dateSchema } from './primitives';

/** A cash-on-delivery confirmation; its fields are not shown. The `id` is assumed (docs/api-notes.md). */
export const codConfirmationSchema = z.looseObject({ id: z.union([z.string(), z.number()]).optional() });

/** Cash-on-delivery results for a date range; the fields are not shown. */
export const codMetricsSchema = z.looseObject({});

/** The specification says "for a date range" and names no parameter: these two are assumed, as leads have them. */
export const codMetricsQuerySchema = z.strictObject({
	startDate: dateSchema.optional(),
	endDate: dateSchema.optional(),
});
