import { z } from 'zod';
import { dateSchema } from '../../api';
import { count, pastDay } from './contract';
import { inForm } from './field-form';
import { type Period, PERIODS } from './period-contract';
import { timeZoneField } from './time-zone-contract';

// What the contracts of exports share.

/** Ten years. */
const MOST_DAYS = 3_660;

const PERIOD_WORDS: Readonly<Record<Period, string>> = {
	yesterday: 'Yesterday',
	last_week: 'Last week, from Monday to Sunday',
	last_month: 'Last month',
	since_last_run: 'Since the last run of the schedule',
};

/** Fields that limit an export to days. @param first what the default of the first day is: `the first lead` */
export const periodFields = (first: string) => ({
	startDate: pastDay
		.optional()
		.describe(`YYYY-MM-DD (UTC), inclusive. Default: ${first}`)
		.meta(inForm('First day', { help: `In UTC, inclusive. Default: the day of ${first}` })),
	endDate: dateSchema
		.optional()
		.describe('YYYY-MM-DD (UTC), inclusive. Default: the start of the task')
		.meta(inForm('Last day', { help: 'In UTC, inclusive. Default: the start of the task' })),
	lastDays: z
		.int()
		.min(1)
		.max(MOST_DAYS)
		.optional()
		.describe(
			'Number of days (UTC) up to and including the day the task starts, of which the rest is still to come, so a nightly run skips most of it. For whole days, each once, use period. Instead of startDate and endDate',
		)
		.meta(
			inForm('Last days', {
				unit: 'days',
				help: 'In UTC, up to and including today. What is still to come today is skipped: for whole days, choose a period',
			}),
		),
	period: z
		.enum(PERIODS)
		.optional()
		.describe(
			'Whole days that have passed, or what has come since the last run of the schedule. Consecutive runs of a schedule have each moment once. Instead of startDate, endDate and lastDays',
		)
		.meta(
			inForm('Period', {
				options: PERIOD_WORDS,
				help: 'Whole days that have passed, by the time zone below. Instead of days',
			}),
		),
	timeZone: timeZoneField,
});

interface GivenPeriod {
	startDate?: string | undefined;
	endDate?: string | undefined;
	lastDays?: number | undefined;
	period?: Period | undefined;
	timeZone?: string | undefined;
}

interface Refinement {
	check: (period: GivenPeriod) => boolean;
	otherwise: { path: string[]; message: string };
}

export const ONE_PERIOD: Refinement = {
	check: ({ lastDays, startDate, endDate }) => lastDays === undefined || (startDate ?? endDate) === undefined,
	otherwise: {
		path: ['lastDays'],
		message: 'cannot be combined with startDate or endDate; remove either lastDays or the dates',
	},
};

export const PERIOD_ALONE: Refinement = {
	check: ({ period, lastDays, startDate, endDate }) =>
		period === undefined || (lastDays ?? startDate ?? endDate) === undefined,
	otherwise: {
		path: ['period'],
		message: 'cannot be combined with startDate, endDate or lastDays; remove either period or the others',
	},
};

export const ZONE_OF_PERIOD: Refinement = {
	check: ({ period, timeZone }) => timeZone === undefined || (period !== undefined && period !== 'since_last_run'),
	otherwise: {
		path: ['timeZone'],
		message: 'is the zone of a period of days; choose yesterday, last_week or last_month, or remove it',
	},
};

export const ENDS_AFTER_START: Refinement = {
	check: ({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate,
	otherwise: { path: ['endDate'], message: 'is before startDate' },
};

/** What opens a CSV file. */
export const spreadsheetField = z
	.enum(['any', 'comma', 'semicolon', 'none'])
	.default('any')
	.describe(
		'CSV: what opens the file. any: commas, formulas made harmless. comma, semicolon: Excel with that separator (a semicolon where the decimal sign is a comma); also keeps telephone numbers as captured. none: programs only, each text as captured',
	)
	.meta(
		inForm('CSV is opened with', {
			help: 'Other formats ignore it. Excel expects semicolons where the decimal sign is a comma, as in German',
			options: {
				any: 'Any program: commas, formulas made harmless',
				comma: 'Excel, separated by commas',
				semicolon: 'Excel, separated by semicolons',
				none: 'Programs only, each text as captured',
			},
		}),
	);
export type Spreadsheet = z.output<typeof spreadsheetField>;

export const bucketField = z
	.string()
	.min(1)
	.optional()
	.describe("A bucket of the worker's configuration for the file. Default: the gateway keeps the file")
	.meta(inForm('Bucket', { choicesFrom: 'buckets', isRare: true }));

export const exportFileSchema = z.object({
	name: z.string(),
	contentType: z.string(),
	bytes: count,
	/** Of the whole file, in hexadecimal. */
	sha256: z.string(),
	/** Path at the gateway; null if the file is in a bucket. */
	link: z.string().nullable(),
	/** ISO 8601 UTC: after that it may be gone; null in a bucket, whose own rules hold. */
	expiresAt: z.string().nullable(),
});
export type ExportFile = z.output<typeof exportFileSchema>;

/** The files that a result describes, by the names of their fields, such as `file`. */
export function filesOf(result: object | null): Map<string, ExportFile> {
	return new Map(
		Object.entries(result ?? {}).flatMap(([field, value]) => {
			const file = exportFileSchema.safeParse(value).data;
			return file === undefined ? [] : [[field, file]];
		}),
	);
}

/** Where a file was put in a bucket. */
export const bucketPlaceSchema = z.object({ name: z.string(), key: z.string() });
