import { z } from 'zod';
import type { LeadFilter } from '../../api';
import { count } from '../task/contract';
import { inForm } from '../task/field-form';

/** How many texts one condition may have. */
const MOST = 100;
/** As long as an address can be (RFC 5321). */
const LONGEST = 254;

const texts = z
	.array(z.string().trim().min(1, 'is empty; remove it').max(LONGEST))
	.min(1, 'is empty; remove the field to take all leads')
	.max(MOST)
	.optional();

const formField = z
	.string()
	.trim()
	.min(1, 'is empty; remove it')
	.max(LONGEST)
	.regex(/^[^=]+(?:=.+)?$/s, 'must be the name of a form field, or its name and value, as in budget or budget=high');

/** Conditions on leads, for every input that has them. A form field is `name` or `name=value`. */
export const leadFilterFields = {
	countries: texts
		.describe('Only leads from one of these countries: two-letter codes, or names as the service has them')
		.meta(inForm('Countries', { isRare: true, item: 'country' })),
	emails: texts
		.describe('Only leads whose address matches one of these: @shop.example is the end of it, other texts a part of it')
		.meta(inForm('Addresses', { isRare: true, item: 'text' })),
	excludeEmails: texts
		.describe('No leads whose address matches one of these, such as @our-company.example')
		.meta(inForm('Addresses to leave out', { isRare: true, item: 'text' })),
	formFields: z
		.array(formField)
		.min(1, 'is empty; remove the field to take all leads')
		.max(MOST)
		.optional()
		.describe('Only leads with these form fields: budget (any value) or budget=high (this value). All must hold')
		.meta(inForm('Form fields', { isRare: true, item: 'form field' })),
	leadsPerPerson: z
		.enum(['all', 'one'])
		.optional()
		.describe(
			'one: only one lead of each person, who is known by the address, or by the telephone number if a lead has no address. A lead with neither is always taken. Default: all',
		)
		.meta(inForm('Leads per person', { isRare: true, options: { all: 'All', one: 'One' } })),
};

const strings = z.array(z.string()).optional();
/** The filter as activities get it. */
export const leadFilterSchema: z.ZodType<LeadFilter> = z.object({
	countries: strings,
	emails: strings,
	excludeEmails: strings,
	formFields: z.array(z.object({ name: z.string(), value: z.string().optional() })).optional(),
});

/** Leads that a filter skipped, by the first condition that each did not meet. */
export const skippedSchema = z.object({
	country: count,
	email: count,
	formField: count,
	/** Further leads of a person. Missing while there are none. */
	person: count.optional(),
});
