import { z } from 'zod';
import { agentIdSchema, dateSchema } from '../../../api';
import { agentIdsField } from './agent-ids';
import type { LeadExportResult } from '../../../workflows/export/contract';
import { type Verdict, verdictOnItems } from './verdict';

/** Ten years. */
const MOST_DAYS = 3_660;
/** As long as an address can be (RFC 5321). */
const LONGEST_ADDRESS = 254;

const day = dateSchema.refine(
	(text) => Date.parse(text) <= Date.now(),
	'lies in the future; no lead was captured then',
);

export const leadExportInputSchema = z
	.strictObject({
		version: z.literal(1).default(1),
		connection: z.string().min(1).describe('A connection of the worker'),
		agentIds: agentIdsField('The agents whose leads are exported'),
		startDate: day.optional().describe('YYYY-MM-DD, UTC, inclusive; left out: from the first lead on'),
		endDate: dateSchema.optional().describe('YYYY-MM-DD, UTC, inclusive; left out: up to the beginning of the task'),
		lastDays: z
			.int()
			.min(1)
			.max(MOST_DAYS)
			.optional()
			.describe('Instead of days: the last so many, the day on which the task begins included; for schedules'),
		email: z
			.string()
			.trim()
			.min(1, 'is empty; leave it out for all addresses')
			.max(LONGEST_ADDRESS)
			.optional()
			.describe('Only leads whose address contains this text'),
		format: z
			.enum(['csv', 'ndjson', 'xlsx'])
			.default('csv')
			.describe(
				'CSV and XLSX have a column for each captured form field; NDJSON has a lead a line, as the service gives it',
			),
		bom: z.boolean().default(false).describe('CSV: begin with a byte order mark, by which Excel knows UTF-8'),
		escapeFormulas: z
			.boolean()
			.default(true)
			.describe('CSV: put an apostrophe before a cell that a spreadsheet could take for a formula'),
		bucket: z
			.string()
			.min(1)
			.optional()
			.describe('A bucket of the worker that the file is put into; left out: it is kept at the gateway'),
	})
	.refine(({ lastDays, startDate, endDate }) => lastDays === undefined || (startDate ?? endDate) === undefined, {
		path: ['lastDays'],
		message: 'stands in place of startDate and endDate; leave it out, or them',
	})
	.refine(({ startDate, endDate }) => startDate === undefined || endDate === undefined || startDate <= endDate, {
		path: ['endDate'],
		message: 'is before startDate',
	});

const count = z.number().int().min(0);

export const leadExportResultSchema = z.object({
	version: z.literal(1),
	asOf: z.string(),
	rows: count,
	agents: z.array(z.object({ agentId: agentIdSchema, rows: count, gone: z.boolean() })),
	file: z.object({
		name: z.string(),
		contentType: z.string(),
		bytes: count,
		sha256: z.string(),
		link: z.string().nullable(),
		expiresAt: z.string().nullable(),
	}),
	bucket: z.object({ name: z.string(), key: z.string() }).nullable(),
	audit: z.object({ pages: count, stepsBack: count, repeats: count, cutCells: count }),
});

/** An agent counts whose leads are all in the file. */
export function judgeLeadExport({ agents, rows, file }: LeadExportResult): Verdict {
	const gone = agents.filter((agent) => agent.gone).map(({ agentId }) => agentId);
	const missing = `; while they were read, these agents were deleted or taken from the key: ${gone.join(', ')}`;
	const message = `${file.name} has ${rows} leads${gone.length > 0 ? missing : ''}.`;
	return verdictOnItems(agents.length - gone.length, agents.length, message);
}
