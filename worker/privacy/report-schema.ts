import { z } from 'zod';
import { PLACE_KINDS, PLACE_STATES, type PersonReport } from '../../workflows/persons/contract';

const count = z.int().min(0);

const personPlaceSchema = z.object({
	kind: z.enum(PLACE_KINDS),
	where: z.string().describe('Id, name or key, without anything of the person'),
	count: count.nullable().describe('Rows, leads or records; null where nobody can tell'),
	state: z
		.enum(PLACE_STATES)
		.describe(
			'found: erasing would erase it. erased: it is gone. open: something that still goes on names the person; end it and erase again. failed: it could not be looked at, or not erased. elsewhere: out of reach; the note says what to do there',
		),
	note: z.string().describe('What to know or to do'),
});

export const personReportSchema: z.ZodType<PersonReport> = z.object({
	version: z.literal(1),
	mode: z.enum(['find', 'erase']),
	complete: z.boolean().describe('Nothing is open, and nothing failed'),
	counts: z.record(z.enum(PLACE_STATES), count),
	places: z.array(personPlaceSchema),
	unlisted: count.describe('Places that are counted and not listed, since there are too many'),
});
