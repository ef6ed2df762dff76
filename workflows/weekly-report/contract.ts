import { z } from 'zod';
import { agentIdSchema, emailAddressSchema } from '../../api';
import { agentIdsField, count, everyInput, pastDay } from '../task/contract';
import { exportFileSchema } from '../task/export-contract';
import { inForm } from '../task/field-form';
import { timeZoneField } from '../task/time-zone-contract';
import { MEASURES, type MeasureName, REASONS } from './measures';

/** Each agent costs about ten calls, and its numbers stand in the result. */
export const MOST_AGENTS = 300;
const MOST_RECIPIENTS = 20;

const DAY_MS = 24 * 3_600_000;
/** The week before begins seven days earlier, and Temporal keeps ended tasks for 30 days by default. */
const OLDEST_START_DAYS = 21;

const weeklyReportFields = z.strictObject({
	...everyInput,
	agentIds: agentIdsField('Agents to report on', undefined, MOST_AGENTS),
	weekStart: pastDay
		.refine(
			(day) => Date.parse(day) >= Date.now() - OLDEST_START_DAYS * DAY_MS,
			`is more than ${OLDEST_START_DAYS} days ago; the numbers of the week before it are no longer kept`,
		)
		.refine((day) => Date.parse(day) <= Date.now() - 6 * DAY_MS, 'is less than a week ago; name a week that has passed')
		.optional()
		.describe('The first of the seven days, YYYY-MM-DD. Default: the last seven full days')
		.meta(inForm('First day', { isRare: true, help: 'The first of seven days. Default: the last seven full days' })),
	period: z
		.enum(['last_week'])
		.optional()
		.describe(
			'last_week: the whole week before this one, from Monday to Sunday, on whatever day the task runs. Default: the last seven full days. Instead of weekStart',
		)
		.meta(
			inForm('Week', {
				isRare: true,
				options: { last_week: 'Last week, from Monday to Sunday' },
				help: 'By the time zone below. Default: the last seven full days',
			}),
		),
	timeZone: timeZoneField,
	locale: z
		.string()
		.refine(isLocale, 'is not a locale; use a tag such as en-GB or de')
		.optional()
		.describe('BCP 47 tag for numbers and dates. Default: the locale of the connection, else en')
		.meta(inForm('Locale', { isRare: true, help: 'Of numbers and dates, such as en-GB or de. Default: en' })),
	mailTo: z
		.array(emailAddressSchema)
		.min(1, 'is empty; name an address, or remove the field to send no mail')
		.max(MOST_RECIPIENTS, `has more than ${MOST_RECIPIENTS} addresses; use a mailing list`)
		.refine((all) => new Set(all.map((each) => each.toLowerCase())).size === all.length, 'names an address twice')
		.optional()
		.describe('Email addresses that get the report, each in a mail of its own. Default: no mail')
		.meta(inForm('Mail to', { item: 'address', help: 'Each gets a mail of its own. Default: no mail' })),
	quoteQuestions: z
		.boolean()
		.default(true)
		.describe('Quote up to three unanswered questions of each agent in the page and the mail: words of visitors')
		.meta(
			inForm('Quote unanswered questions', { isRare: true, help: 'Words of visitors. Off: they are only counted' }),
		),
});

/** What weekly-report takes, version 1. */
export const weeklyReportInputSchema = weeklyReportFields.refine(
	({ period, weekStart }) => period === undefined || weekStart === undefined,
	{ path: ['period'], message: 'cannot be combined with weekStart; remove one of them' },
);
export type WeeklyReportInput = z.output<typeof weeklyReportInputSchema>;

function isLocale(tag: string): boolean {
	try {
		return Intl.getCanonicalLocales(tag).length === 1;
	} catch {
		return false;
	}
}

const noteSchema = z.object({ reason: z.enum(REASONS), detail: z.string() });

/** A number of the week and of the week before. Null: it is not known, and the note says why. */
export const measureSchema = z.object({
	now: z.number().nullable(),
	before: z.number().nullable(),
	note: noteSchema.nullable(),
});

export const measuresSchema = z.object(
	Object.fromEntries(MEASURES.map((name) => [name, measureSchema])) as Record<MeasureName, typeof measureSchema>,
);

/**
 * - `read`: each number is there, or nobody's failure.
 * - `incomplete`: a call was refused, or failed for too long.
 * - `gone`: the agent does not exist, or the key has no access to it.
 */
const agentStatusSchema = z.enum(['read', 'incomplete', 'gone']);

export const agentSectionSchema = z.object({
	agentId: agentIdSchema,
	/** As the service shows it; null if it shows none. */
	name: z.string().nullable(),
	status: agentStatusSchema,
	measures: measuresSchema,
	/** Fields of replies with numbers that the report did not recognise, such as `cod metrics: total`. */
	unrecognised: z.array(z.string()),
});
export type AgentSection = z.output<typeof agentSectionSchema>;

/** Unanswered questions of an agent, newest first. They stand in the page, the mail and the JSON file alone. */
export const quotedSchema = z.object({ agentId: agentIdSchema, questions: z.array(z.string()) });
export type Quoted = z.output<typeof quotedSchema>;

/**
 * Sources of an agent that failed, the newest first, at most three, as each name and reason is cut after 100 characters.
 * They stand in the page, the mail and the JSON file alone.
 */
export const failedSourcesSchema = z.object({
	agentId: agentIdSchema,
	/** The reason is the service's; null if it says none. */
	sources: z.array(z.object({ name: z.string(), reason: z.string().nullable() })),
});
export type FailedSources = z.output<typeof failedSourcesSchema>;

/** Seven days in a time zone. */
export const weekSchema = z.object({
	/** First and last day, YYYY-MM-DD. */
	firstDay: z.string(),
	lastDay: z.string(),
	timeZone: z.string(),
	locale: z.string(),
});

/** What weekly-report ends with, version 1. */
export const weeklyReportResultSchema = z.object({
	version: z.literal(1),
	connection: z.string(),
	week: weekSchema,
	/** ISO 8601 UTC: when the numbers were read. */
	asOf: z.string(),
	/** Over all agents. */
	totals: measuresSchema,
	/** One section for each agent, in the order of the list. */
	agents: z.array(agentSectionSchema),
	/** Requests to the service. */
	calls: count,
	/** Addresses that get a mail. 0 if no agent could be read: then no report is sent. */
	recipients: count,
	/** The page for people. */
	file: exportFileSchema,
	/** The same numbers, for programs. */
	json: exportFileSchema,
	csv: exportFileSchema,
});
export type WeeklyReportResult = z.output<typeof weeklyReportResultSchema>;
