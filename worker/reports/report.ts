import { z } from 'zod';
import { failedSourcesSchema, quotedSchema, weeklyReportResultSchema } from '../../workflows/weekly-report/contract';

/** What a weekly report says, whatever shows it. It is also the JSON file. */
export const reportSchema = weeklyReportResultSchema
	.pick({ version: true, connection: true, week: true, asOf: true, totals: true, agents: true, calls: true })
	.extend({ quoted: z.array(quotedSchema).default([]), failedSources: z.array(failedSourcesSchema).default([]) });
export type Report = z.output<typeof reportSchema>;
