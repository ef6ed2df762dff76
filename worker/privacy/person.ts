import { z } from 'zod';
import { addressOf, idSchema } from '../../api';
import type { PersonLead } from '../../workflows/persons/contract';
import { namedConnection } from '../../workflows/task/contract';

const LONGEST_ADDRESS = 254;
/** JSON, HTML and workbooks escape these four characters, so a search would not find an address with one of them. */
const SEARCHABLE = /^[^\\<>"]*$/;

/**
 * An address as addresses are compared (`addressOf`). Odd addresses that a form accepted
 * are valid too, if they can be searched for.
 */
export const personEmailSchema = z
	.string()
	.trim()
	.max(LONGEST_ADDRESS, `is longer than ${LONGEST_ADDRESS} characters`)
	.regex(
		SEARCHABLE,
		'contains one of the characters \\ < > " and cannot be searched for: texts store such an address in other forms',
	)
	.pipe(z.email({ pattern: z.regexes.unicodeEmail, error: 'is not an email address' }))
	.transform(addressOf);

export const personLeadSchema: z.ZodType<PersonLead> = z.strictObject({
	connection: namedConnection,
	agentId: idSchema,
	leadId: z.int().positive(),
});

/** The data subject of a search. */
export const personSchema = z.object({ email: personEmailSchema, leads: z.array(personLeadSchema) });

export type Person = z.infer<typeof personSchema>;

/** Whether a lead is the person's: by its address, or because the request names it. */
export function isLeadOf(
	{ email, leads }: Person,
	lead: { id: number; email: string; agentId: string },
	connection?: string,
): boolean {
	if (addressOf(lead.email) === addressOf(email)) return true;
	return leads.some(
		(each) =>
			each.leadId === lead.id &&
			each.agentId === lead.agentId &&
			(connection === undefined || each.connection === connection),
	);
}
