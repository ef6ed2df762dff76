import { z } from 'zod';
import { isEndless } from '../../../workflows/for-each-connection/kinds';
import { definitions } from '../../tasks/definitions';
import { TIME_OF_DAY, WARN_MINUTES } from '../../tasks/schedules/finish-time';
import { optionalIdempotencyHeaders } from './fields';
import { startWarnings, taskTypeSchema } from './task';

const scheduleId = z
	.string()
	.regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,62}$/, 'is not a valid name; use up to 63 letters, digits, - and _');

const clockWarnings = z
	.array(z.string())
	.describe(
		'What the next clock changes of the time zone do to the runs, in words: runs that are skipped or added, and times that come twice. Empty: nothing',
	);

export const scheduleParams = z.object({ id: scheduleId.describe('The name of the schedule, which you choose') });

const cronLine = z.string().trim().min(1, 'is empty');

/** Temporal stores a note unchanged, and accepts only a well-formed one. */
const noteText = z
	.string()
	.max(200)
	.refine((text) => !/\p{Surrogate}/u.test(text), 'has half of a character (a lone surrogate); remove it');

const times = {
	cron: z
		.union([cronLine.transform((line) => [line]), z.array(cronLine).min(1).max(10)])
		.describe(
			'One cron line or several: minute, hour, day of month, month, day of week. If a line names a day of month and a day of week, a day must match both.',
		),
	timeZone: z.string().min(1).max(64).default('UTC').describe('IANA name of the time zone of the cron lines'),
};

const timing = {
	...times,
	jitterSeconds: z.int().min(0).max(3600).default(0).describe('Each run starts up to this number of seconds late'),
	paused: z.boolean().optional().describe('Default: false for a new schedule, unchanged for an existing one'),
	note: noteText.optional().describe('A note for people. It is not encrypted.'),
	finishBy: z
		.string()
		.regex(TIME_OF_DAY, 'is not a time of day; write it as 06:00')
		.optional()
		.describe(
			'Time of day by which a run should be done, in the time zone, such as 06:00. The event task.late is sent if a run will probably miss it. Default: none',
		),
	warnMinutes: z
		.int()
		.min(1)
		.max(1_440)
		.default(WARN_MINUTES)
		.describe('Only with finishBy: the event is sent so many minutes before at the latest, if the run is not done'),
};

/** One form for each task that can be scheduled. A test compares it with the definitions. */
export const scheduleBodySchema = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('lead-export'), input: definitions['lead-export'].input, ...timing }),
	z.strictObject({
		type: z.literal('conversation-export'),
		input: definitions['conversation-export'].input,
		...timing,
	}),
	z.strictObject({
		type: z.literal('knowledge-sync'),
		input: definitions['knowledge-sync'].input.refine(({ fromAgent, planOnly }) => !fromAgent || planOnly, {
			path: ['fromAgent'],
			message: 'would take over whatever people add; remove it, or send planOnly for an export alone',
		}),
		...timing,
	}),
	z.strictObject({
		type: z.literal('for-each-connection'),
		input: definitions['for-each-connection'].input.refine(({ type }) => !isEndless(type), {
			path: ['type'],
			message: 'runs until it is cancelled, so no schedule starts it; start it once',
		}),
		...timing,
	}),
	z.strictObject({ type: z.literal('nightly-retrain'), input: definitions['nightly-retrain'].input, ...timing }),
	z.strictObject({
		type: z.literal('weekly-report'),
		input: definitions['weekly-report'].input.refine(({ weekStart }) => weekStart === undefined, {
			path: ['weekStart'],
			message: 'names one week; remove it, and each run reports on the last seven full days',
		}),
		...timing,
	}),
]);

/** An ETag as it comes back, which proxies may have marked as weak. */
const VERSION_TAG = /^(?:W\/)?"([\w-]{1,64})"$/;

/** What a change requires of the schedule that is there. Callers may omit both. */
export const scheduleSaveHeaders = optionalIdempotencyHeaders
	.extend({
		'if-none-match': z
			.literal('*', { error: 'must be *' })
			.optional()
			.describe('Optional. *: only create a schedule. If another one has the name, the response is 412'),
		'if-match': z
			.string()
			.regex(VERSION_TAG, 'must be the ETag of the schedule, in double quotes')
			.transform((tag) => VERSION_TAG.exec(tag)?.[1] ?? '')
			.optional()
			.describe(
				'Optional. The ETag of the schedule as you read it: only change that version. If somebody changed or deleted it since, the response is 412',
			),
	})
	.refine((headers) => headers['if-match'] === undefined || headers['if-none-match'] === undefined, {
		path: ['if-match'],
		message: 'cannot be combined with If-None-Match; send one of them',
	});

export const schedulePreviewBodySchema = z.strictObject(times);

export const schedulePreviewSchema = z.object({
	timeZone: z.string(),
	next: z.array(z.string()).describe('The next five times as Temporal computes them, without jitter, ISO 8601 UTC'),
	clockWarnings,
});

export const scheduleActionBodySchema = z
	.strictObject({ note: noteText.optional().describe('The reason, for people. It is not encrypted.') })
	.nullish();

export const backfillBodySchema = z
	.strictObject({
		from: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-20T00:00:00Z' }),
		to: z.iso.datetime({ offset: true, error: 'must be a time such as 2026-11-21T00:00:00Z' }),
	})
	.refine(({ from, to }) => !(Date.parse(from) >= Date.parse(to)), { path: ['to'], message: 'must be after "from"' })
	.refine(({ to }) => !(Date.parse(to) > Date.now()), { path: ['to'], message: 'must not be in the future' });

const runSchema = z.object({
	taskId: z.string().describe('The task that was started. GET /v1/tasks/{id} has its result'),
	dueAt: z.string().describe('When it was due, jitter included, ISO 8601 UTC'),
	startedAt: z.string().describe('When it was started, ISO 8601 UTC'),
});

export const scheduleSummarySchema = z.object({
	id: z.string(),
	type: taskTypeSchema,
	connection: z.string(),
	cron: z.array(z.string()),
	timeZone: z.string(),
	jitterSeconds: z.number(),
	paused: z.boolean(),
	note: z.string().nullable(),
	next: z.array(z.string()).describe("The next times in Temporal's calendar, jitter included, ISO 8601 UTC"),
	clockWarnings,
	recent: z.array(runSchema).describe('The newest runs, oldest first'),
	links: z.object({ self: z.string() }),
});

const finishing = {
	finishBy: z.string().nullable().describe('Time of day by which a run should be done. Null: none'),
	warnMinutes: z.number().nullable().describe('The event task.late is sent so many minutes before at the latest'),
};

export const scheduleViewSchema = scheduleSummarySchema.extend({
	version: z
		.string()
		.describe('Changes with every change of the schedule, and not with its runs. The header ETag has it in quotes'),
	input: z.looseObject({}).describe('The input of each task'),
	...finishing,
	running: z.array(z.string()).describe('Ids of the running tasks'),
	counts: z.object({
		started: z.int(),
		missed: z
			.int()
			.describe(
				"How often Temporal found a missed run outside the catch-up window of one hour. It counts the same run again at each look, until the next run starts. That run's result has the number of missed runs",
			),
		skipped: z.int().describe('Runs that were due while the previous run was active'),
	}),
	createdAt: z.string(),
	updatedAt: z.string().nullable(),
});

/** A schedule as it was saved. */
export const scheduleSavedSchema = scheduleViewSchema.extend(startWarnings);

/** Each input is a request to Temporal, so a list has those that somebody looks at. */
const MOST_INPUTS = 20;

/** Longest text to search for. */
const LONGEST_SEARCH = 255;

export const scheduleListQuery = z.strictObject({
	search: z
		.string()
		.trim()
		.min(1, 'is empty')
		.max(LONGEST_SEARCH, `is longer than ${LONGEST_SEARCH} characters`)
		.optional()
		.describe('Only schedules with this text in their name, type, connection or note, in any case. Default: all'),
	withInput: z
		.union([z.string().max(63), z.array(z.string().max(63)).max(MOST_INPUTS)])
		.transform((ids) => [ids].flat())
		.default([])
		.describe(
			`The names of schedules that have their input and their time to finish by: the parameter once for each, at most ${MOST_INPUTS}`,
		),
});

export const scheduleListSchema = z.object({
	items: z.array(
		scheduleSummarySchema.extend({
			input: z.looseObject({}).optional().describe('The input of each task, of the schedules of withInput'),
			finishBy: finishing.finishBy.optional(),
			warnMinutes: finishing.warnMinutes.optional(),
		}),
	),
});

export const backfillStartedSchema = z.object({
	schedule: scheduleViewSchema,
	times: z.array(z.string()).describe('The times that run, one after the other, ISO 8601 UTC'),
});

export type ScheduleWithLinks = z.infer<typeof scheduleViewSchema>;
export type ScheduleSaved = z.infer<typeof scheduleSavedSchema>;
export type ScheduleListItem = z.infer<typeof scheduleListSchema>['items'][number];
export type ScheduleBody = z.input<typeof scheduleBodySchema>;
