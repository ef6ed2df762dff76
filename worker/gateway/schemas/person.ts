import { z } from 'zod';
import { gatewayIdSchema } from './fields';
import { personEmailSchema, personLeadSchema, personReportSchema } from '../../privacy';

const MOST_LEADS = 100;

/** In the body, so that URLs and logs contain no address. */
export const personBodySchema = z.strictObject({
	email: personEmailSchema.describe("The person's email address. Upper and lower case are the same"),
	leads: z
		.array(personLeadSchema)
		.max(MOST_LEADS)
		.default([])
		.describe('Leads of the person with another address or none'),
});

export const personSearchIdParams = z.object({
	id: gatewayIdSchema.describe('The id of the search'),
});

export const personSearchSchema = z.object({
	id: z.string(),
	mode: z.enum(['find', 'erase']),
	status: z.enum(['running', 'completed', 'failed']),
	progress: z.object({ message: z.string(), itemsDone: z.int().optional(), itemsTotal: z.int().optional() }).nullable(),
	startedAt: z.string().describe('ISO 8601 UTC'),
	closedAt: z.string().nullable().describe('ISO 8601 UTC'),
	report: personReportSchema.nullable(),
	error: z.string().nullable().describe('Why it failed'),
	links: z.object({ self: z.string() }),
});

export type PersonSearch = z.infer<typeof personSearchSchema>;
