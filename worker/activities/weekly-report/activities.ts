import { cancellationSignal } from '@temporalio/activity';
import type { Client } from '@temporalio/client';
import { z } from 'zod';
import { agentIdSchema, type ApiClient } from '../../../api';
import type {
	CountItems,
	CountTasks,
	MakeReport,
	PlanWeeks,
	ReadDays,
	ReportFileActivities,
	ReportMail,
	ReportReadActivities,
	Weeks,
} from '../../../workflows/weekly-report/activities';
import {
	agentSectionSchema,
	failedSourcesSchema,
	measureSchema,
	quotedSchema,
} from '../../../workflows/weekly-report/contract';
import type { Blobs } from '../../storage/blobs';
import { checked, offsetSchema } from '../task/arguments';
import { withHeartbeat } from '../task/look';
import { runSchema, taskId } from '../task/running-task';
import { countFailedSources, countItems } from './count-items';
import { countFailedTasks } from './failed-tasks';
import { mailReport, type ReportMailing } from './mail-report';
import { makeReport } from './make-report';
import type { ConnectionWords } from '../../settings/connection-words';
import { planWeeks } from './plan-weeks';
import { countLeadDays, readAgentName, readCodMetrics, readOverview, readUsage } from './read-numbers';

const day = z.iso.date();
const moment = z.iso.datetime();

const weeksSchema: z.ZodType<Weeks> = z.object({
	timeZone: z.string(),
	locale: z.string(),
	firstDay: day,
	lastDay: day,
	before: moment,
	from: moment,
	until: moment,
});

const page = { agentId: agentIdSchema, offset: offsetSchema, known: z.array(z.string()) };
const countItemsSchema: z.ZodType<CountItems> = z.object({
	...page,
	list: z.enum(['leads', 'conversations', 'questions']),
	weeks: weeksSchema,
	mayQuote: z.boolean().exactOptional(),
});
const readDaysSchema: z.ZodType<ReadDays> = z.object({
	agentId: agentIdSchema,
	weeks: weeksSchema,
	which: z.enum(['now', 'before']),
});

/** The calls of reports, on a connection's queue. */
export function reportReadActivities(api: ApiClient): ReportReadActivities {
	return {
		readAgentName: (agentId) => readAgentName(api, checked(agentIdSchema, agentId), cancellationSignal()),
		countItems: (request) => countItems(api, checked(countItemsSchema, request), cancellationSignal()),
		countFailedSources: (request) => countFailedSources(api, checked(z.object(page), request), cancellationSignal()),
		countLeadDays: (request) => countLeadDays(api, checked(readDaysSchema, request), cancellationSignal()),
		readCodMetrics: (request) => readCodMetrics(api, checked(readDaysSchema, request), cancellationSignal()),
		readOverview: (agentId) => readOverview(api, checked(agentIdSchema, agentId), cancellationSignal()),
		readUsage: () => readUsage(api, cancellationSignal()),
	};
}

const planWeeksSchema: z.ZodType<PlanWeeks> = z.object({
	connection: z.string(),
	timeZone: z.string().optional(),
	locale: z.string().optional(),
	weekStart: day.optional(),
	period: z.enum(['last_week']).optional(),
	at: moment,
});
const countTasksSchema: z.ZodType<CountTasks> = z.object({ connection: z.string(), weeks: weeksSchema });
const counts = z.object({ now: z.int(), before: z.int() });
const makeReportSchema: z.ZodType<MakeReport> = z.object({
	weeks: weeksSchema,
	connection: z.string(),
	asOf: moment,
	run: runSchema,
	agents: z.array(agentSectionSchema),
	creditsUsed: measureSchema,
	quoted: z.array(quotedSchema).exactOptional(),
	failedSources: z.array(failedSourcesSchema).exactOptional(),
	failedTasks: z.object({ all: counts, byAgent: z.record(z.string(), counts).nullable() }),
	isPartial: z.boolean(),
	calls: z.int(),
});
const reportMailSchema: z.ZodType<ReportMail> = z.object({
	taskId: z.string().min(1),
	run: runSchema.exactOptional(),
	report: z.string().min(1),
	address: z.string(),
});

/** Of the heartbeats while a report is made. Milliseconds. */
const EVERY_MS = 10_000;

export interface ReportFileParts extends Omit<ReportMailing, 'store'> {
	client: Client;
	blobs: Blobs;
	/** What the settings of a connection say of its people. */
	wordsOf: (connection: string) => ConnectionWords;
}

/** What reports do without a call of the API. */
export function reportFileActivities({ client, blobs, wordsOf, ...mailing }: ReportFileParts): ReportFileActivities {
	return {
		planWeeks: async (request) => {
			const given = checked(planWeeksSchema, request);
			return Promise.resolve(planWeeks(given, wordsOf(given.connection)));
		},
		countFailedTasks: (request) => countFailedTasks(client, checked(countTasksSchema, request)),
		makeReport: (request) =>
			withHeartbeat(EVERY_MS, () => makeReport(checked(makeReportSchema, request), blobs, taskId())),
		mailReport: (mail) => mailReport(checked(reportMailSchema, mail), { store: blobs.store, ...mailing }),
	};
}
