import { z } from 'zod';

/** What a test reads of the dashboard. Rows have no queries. */
export const dashboardSchema = z.looseObject({
	templating: z.object({ list: z.array(z.looseObject({ name: z.string() })) }),
	panels: z.array(
		z.looseObject({
			id: z.number(),
			type: z.string(),
			title: z.string().min(1),
			description: z.string().default(''),
			gridPos: z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() }),
			targets: z.array(z.looseObject({ refId: z.string(), expr: z.string() })).default([]),
			fieldConfig: z.looseObject({ defaults: z.looseObject({ unit: z.string() }) }).optional(),
		}),
	),
});
