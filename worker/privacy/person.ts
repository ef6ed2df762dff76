import { z } from 'zod';
import { idSchema } from '../../api';
import type { PersonLead } from '../../workflows/persons/contract';

const LONGEST_ADDRESS = 254;
/** JSON, HTML and workbooks write these four in another way, in which an address with one of them is not found. */
const SEARCHABLE = /^[^\\<>"]*$/;

/**
 * Lower case, without spaces around it: addresses are compared so. Whatever a form took for one is taken, as far
 * as it can be searched for: who left an odd address must be found too.
 */
export const personEmailSchema = z
	.string()
	.trim()
	.max(LONGEST_ADDRESS, `is longer than ${LONGEST_ADDRESS} characters`)
	.regex(
		SEARCHABLE,
		'has one of the characters \\ < > " and cannot be searched for: texts hold such an address in other forms',
	)
	.pipe(z.email({ pattern: z.regexes.unicodeEmail, error: 'is no email address' }))
	.transform((email) => email.toLowerCase());

export const personLeadSchema: z.ZodType<PersonLead> = z.strictObject({
	connection: z.string().min(1),
	agentId: idSchema,
	leadId: z.int().positive(),
});

/** Whose data is looked for. */
export const personSchema = z.object({ email: personEmailSchema, leads: z.array(personLeadSchema) });

export type Person = z.infer<typeof personSchema>;

/** Tells whether a lead is the person's: by its address, or because it was named. */
export function isLeadOf(
	{ email, leads }: Person,
	lead: { id: number; email: string; agentId: string },
	connection?: string,
): boolean {
	if (lead.email.trim().toLowerCase() === email) return true;
	return leads.some(
		(each) =>
			each.leadId === lead.id &&
			each.agentId === lead.agentId &&
			(connection === undefined || each.connection === connection),
	);
}
