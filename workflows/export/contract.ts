import { z } from 'zod';
import { agentIdSchema } from '../../api';
import { agentIdsField, count, everyInput } from '../task/contract';
import {
	bucketField,
	bucketPlaceSchema,
	ENDS_AFTER_START,
	exportFileSchema,
	ONE_PERIOD,
	PERIOD_ALONE,
	periodFields,
	spreadsheetField,
	ZONE_OF_PERIOD,
} from '../task/export-contract';
import { plannedPeriodSchema } from '../task/period-contract';
import { inForm } from '../task/field-form';
import { conversationFields, leadFilterFields, skippedSchema } from '../leads/contract';

/** As long as an address can be (RFC 5321). */
const LONGEST_ADDRESS = 254;

/** What lead-export takes, version 1. */
export const leadExportInputSchema = z
	.strictObject({
		...everyInput,
		agentIds: agentIdsField('Agents to export leads of'),
		...periodFields('the first lead'),
		email: z
			.string()
			.trim()
			.min(1, 'is empty; remove the field to export all addresses')
			.max(LONGEST_ADDRESS)
			.optional()
			.describe('Only leads whose address contains this text')
			.meta(inForm('Text in the address', { isRare: true })),
		...leadFilterFields,
		...conversationFields,
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
		spreadsheet: spreadsheetField,
		bucket: bucketField,
	})
	.refine(ONE_PERIOD.check, ONE_PERIOD.otherwise)
	.refine(PERIOD_ALONE.check, PERIOD_ALONE.otherwise)
	.refine(ZONE_OF_PERIOD.check, ZONE_OF_PERIOD.otherwise)
	.refine(ENDS_AFTER_START.check, ENDS_AFTER_START.otherwise);
export type LeadExportInput = z.output<typeof leadExportInputSchema>;

const agentRowsSchema = z.object({
	agentId: agentIdSchema,
	rows: count,
	/** The agent was deleted, or removed from the key, while its leads were read. Only if all agents are exported. */
	gone: z.boolean(),
});
export type AgentRows = z.output<typeof agentRowsSchema>;

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
	/** Conversations of the leads that were read, and leads that are in the file without theirs. Missing unless asked for. */
	conversations: z.object({ read: count, missing: count }).optional(),
});
export type ExportAudit = z.output<typeof exportAuditSchema>;

/** What lead-export ends with, version 1. */
export const leadExportResultSchema = z.object({
	version: z.literal(1),
	/** ISO 8601 UTC: leads captured later are not in the file. */
	asOf: z.string(),
	/** What the period of the input came to; null if it names days, or none. */
	period: plannedPeriodSchema.nullable().default(null),
	/** Leads in the file. */
	rows: count,
	/** One entry for each agent, in the order in which they were read. */
	agents: z.array(agentRowsSchema),
	file: exportFileSchema,
	/** Where the file was put; null if the gateway keeps it. */
	bucket: bucketPlaceSchema.nullable(),
	audit: exportAuditSchema,
});
export type LeadExportResult = z.output<typeof leadExportResultSchema>;
