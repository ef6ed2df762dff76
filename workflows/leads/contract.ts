import { z } from 'zod';
import type { LeadFilter } from '../../api';
import type { WantedConversation } from './conversation';
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

/** Beyond it, a page of leads would not fit into memory comfortably. Characters. */
export const LONGEST_CONVERSATION = 100_000;

const form = z
	.enum(['none', 'extract', 'text', 'json'])
	.describe(
		'What leads bring of their conversation: extract (first question, last answer, address of the page), text, or json (its messages). It costs one more call for each conversation, and needs the scope read:conversations. Default: none',
	)
	.meta(
		inForm('Conversation', {
			isRare: true,
			help: 'What leads bring of their conversation. It costs one more call for each conversation',
			options: { none: 'None', extract: 'Extract', text: 'As text', json: 'As messages' },
		}),
	);

const size = z
	.int()
	.min(100)
	.max(LONGEST_CONVERSATION)
	.describe('The most characters of a conversation. What follows is cut off. Default: 10,000')
	.meta(inForm('Size of the conversation', { isRare: true, unit: 'characters' }));

const settleMinutes = z
	.int()
	.min(0)
	.max(60)
	.describe(
		'Minutes after the last message before a lead comes with its conversation. A lead waits for at most an hour after its capture. Default: 10',
	)
	.meta(inForm('Wait for the conversation', { isRare: true, unit: 'minutes' }));

const atOnce = z
	.boolean()
	.default(false)
	.describe(
		'true: a lead comes at once with what was said until then, and its conversation again after the wait. Only PostgreSQL and HubSpot can update it. Default: false',
	)
	.meta(
		inForm('At once, and again later', {
			isRare: true,
			help: 'The lead comes with what was said until then, and its conversation again after the wait',
		}),
	);

/** Whether leads come with their conversation, for every input that can ask for it. */
export const conversationFields = { conversation: form.default('none'), conversationSize: size.default(10_000) };

/** A lead is captured while the talk goes on, so whoever follows new leads waits. */
export const settleFields = { settleMinutes: settleMinutes.default(10), atOnce };

/** The same fields where older callers do not have them. */
export const optionalConversation = {
	conversation: form.optional(),
	conversationSize: size.optional(),
	settleMinutes: settleMinutes.optional(),
};

/** The same as activities get it. */
export const wantedConversationSchema: z.ZodType<WantedConversation> = z.object({
	form: z.enum(['extract', 'text', 'json']),
	size: z.int(),
	settleMs: z.number().optional(),
	atOnce: z.boolean().optional(),
});

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
