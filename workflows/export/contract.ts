import { z } from 'zod';
import { agentIdSchema, dateSchema } from '../../api';
import { agentIdsField, count, everyInput, pastDay } from '../task/contract';
import { inForm } from '../task/field-form';
import { leadFilterFields, skippedSchema } from '../leads/contract';

/** Ten years. */
const MOST_DAYS = 3_660;
/** As long as an address can be (RFC 5321). */
const LONGEST_ADDRESS = 254;

/** What lead-export takes, version 1. */
export const leadExportInputSchema = z
	.strictObject({
		...everyInput,
		agentIds: agentIdsField('Agents to export leads of'),
		startDate: pastDay
			.optional()
			.describe('YYYY-MM-DD (UTC), inclusive. Default: the first lead')
			.meta(inForm('First day', { help: 'In UTC, inclusive. Default: the day of the first lead' })),
		endDate: dateSchema
			.optional()
			.describe('YYYY-MM-DD (UTC), inclusive. Default: the start of the task')
			.meta(inForm('Last day', { help: 'In UTC, inclusive. Default: the start of the task' })),
		lastDays: z
			.int()
			.min(1)
			.max(MOST_DAYS)
			.optional()
			.describe('Number of days up to and including the day the task starts, instead of startDate and endDate')
			.meta(
				inForm('Last days', {
					unit: 'days',
					help: 'The number of days up to and including today, instead of the first and the last day',
				}),
			),
		email: z
			.string()
			.trim()
			.min(1, 'is empty; remove the field to export all addresses')
			.max(LONGEST_ADDRESS)
			.optional()
			.describe('Only leads whose address contains this text')
			.meta(inForm('Text in the address', { isRare: true })),
		...leadFilterFields,
		format: z
			.enum(['csv', 'ndjson', 'xlsx'])
			.default('csv')
			.describe(
				'CSV and XLSX have one column per captured form field, at most 200. The others share the column fields, as JSON. NDJSON has one lead per line, as the service returns it',
			)
			.meta(
				inForm('Format', {
					help: 'Columns: id, agentId, conversationId, name, email, phone, city, country, countryCode, capturedAt (UTC), and fields.<name> for each form field. With more than 200 form fields, the rarest share the column fields, as JSON',
					options: { csv: 'CSV', ndjson: 'NDJSON, for programs', xlsx: 'XLSX, for Excel' },
				}),
			),
		spreadsheet: z
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
			),
		bucket: z
			.string()
			.min(1)
			.optional()
			.describe("A bucket of the worker's configuration for the file. Default: the gateway keeps the file")
			.meta(inForm('Bucket', { choicesFrom: 'buckets', isRare: true })),
	})
	.refine(({ lastDays, startDate, endDate }) => lastDays === undefined || (startDate ?? endDate) === undefined, {
		path: ['lastDays'],
		message: 'cannot be combined with startDate or endDate; remove either lastDays or the dates',
	})
	.refine(({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate, {
		path: ['endDate'],
		message: 'is before startDate',
	});
export type LeadExportInput = z.output<typeof leadExportInputSchema>;

const agentRowsSchema = z.object({
	agentId: agentIdSchema,
	rows: count,
	/** The agent was deleted, or removed from the key, while its leads were read. Only if all agents are exported. */
	gone: z.boolean(),
});
export type AgentRows = z.output<typeof agentRowsSchema>;

const exportFileSchema = z.object({
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

const exportAuditSchema = z.object({
	/** Pages that were read. */
	pages: count,
	/** How often the list had changed so much that a page did not follow on what was known, and was read again further up. */
	stepsBack: count,
	/** Leads that came more than once and are in the file once. */
	repeats: count,
	/** Cells that were cut because XLSX holds no more than 32,767 characters in one. */
	cutCells: count,
	/**
	 * Leads whose further form fields are in the column `fields` as JSON, because CSV and XLSX have at most 200 columns of
	 * form fields. Missing in results of older versions.
	 */
	sharedFields: count.optional(),
	/** Leads that the filter skipped. Missing without a filter. */
	skipped: skippedSchema.optional(),
});
export type ExportAudit = z.output<typeof exportAuditSchema>;

/** What lead-export ends with, version 1. */
export const leadExportResultSchema = z.object({
	version: z.literal(1),
	/** ISO 8601 UTC: leads captured later are not in the file. */
	asOf: z.string(),
	/** Leads in the file. */
	rows: count,
	/** One entry for each agent, in the order in which they were read. */
	agents: z.array(agentRowsSchema),
	file: exportFileSchema,
	/** Where the file was put; null if the gateway keeps it. */
	bucket: z.object({ name: z.string(), key: z.string() }).nullable(),
	audit: exportAuditSchema,
});
export type LeadExportResult = z.output<typeof leadExportResultSchema>;
