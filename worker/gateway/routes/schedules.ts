import type { FastifyReply } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { problemAt, Problem } from '../../problems/problem';
import {
	checkTiming,
	clockWarnings,
	nextTimes,
	type SaveCondition,
	scheduleHas,
	type ScheduleView,
} from '../../tasks/schedules';
import {
	backfillBodySchema,
	backfillStartedSchema,
	errorResponses,
	idempotencyHeaders,
	optionalIdempotencyHeaders,
	scheduleActionBodySchema,
	scheduleBodySchema,
	scheduleListQuery,
	scheduleListSchema,
	scheduleParams,
	schedulePreviewBodySchema,
	schedulePreviewSchema,
	scheduleSavedSchema,
	scheduleSaveHeaders,
	scheduleViewSchema,
} from '../schemas';
import { presentSchedule } from '../replies/schedule';
import type { GatewayServices } from '../services';
import { checkBeforeStart } from '../../tasks';
import type { NamedThings } from '../../tasks/definitions';
import { limitsOf, reaches } from '../plugins/reach';

type Options = Pick<GatewayServices, 'schedules'> & NamedThings;

const tags = ['Schedules'];
/** How many of the next times a preview has. */
const PREVIEWED = 5;
const response = { 200: scheduleViewSchema, ...errorResponses };

type StoredPart = Pick<ScheduleView, 'input' | 'finishBy' | 'warnMinutes'>;

/** Their inputs, by their names. One that somebody has just deleted is missing. */
async function inputsOf(schedules: Options['schedules'], ids: readonly string[]): Promise<Map<string, StoredPart>> {
	const read = async (id: string): Promise<Array<[string, StoredPart]>> => {
		try {
			const { input, finishBy, warnMinutes } = await schedules.get(id);
			return [[id, { input, finishBy, warnMinutes }]];
		} catch (error) {
			if (error instanceof Problem && error.status === 404) return [];
			throw error;
		}
	};
	return new Map((await Promise.all(ids.map(read))).flat());
}

/** Schedules that start tasks. */
export const scheduleRoutes: FastifyPluginCallbackZod<Options> = (app, { schedules, ...named }, registered) => {
	app.get(
		'/schedules',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags,
				summary: 'List all schedules with their next times. A change shows after a moment.',
				querystring: scheduleListQuery,
				response: { 200: scheduleListSchema, ...errorResponses },
			},
		},
		async ({ query: { search, withInput }, reach }) => {
			const [all, inputs] = await Promise.all([schedules.list(), inputsOf(schedules, withInput)]);
			const within = all.filter(({ connection }) => reaches(reach, connection));
			const listed = search === undefined ? within : within.filter((each) => scheduleHas(each, search));
			return {
				items: listed.map((schedule) => {
					return { ...presentSchedule(schedule), ...inputs.get(schedule.id) };
				}),
			};
		},
	);

	app.get(
		'/schedules/:id',
		{
			config: { role: 'read', reach: ['schedule'] },
			schema: {
				tags,
				summary: 'Get one schedule with its input and its counts',
				params: scheduleParams,
				response,
			},
		},
		async ({ params }, reply) => tagged(reply, await schedules.get(params.id)),
	);

	app.post(
		'/schedules/preview',
		{
			config: { role: 'read', reach: ['all'], repeat: 'It changes nothing.' },
			schema: {
				tags,
				summary: 'Check cron lines and compute their next five times, before a schedule is saved',
				headers: optionalIdempotencyHeaders,
				body: schedulePreviewBodySchema,
				response: { 200: schedulePreviewSchema, ...errorResponses },
			},
		},
		({ body }) => {
			checkTiming(body);
			const next = nextTimes(body, PREVIEWED).map((time) => time.toISOString());
			return { timeZone: body.timeZone, next, clockWarnings: clockWarnings(body) };
		},
	);

	app.put(
		'/schedules/:id',
		{
			config: {
				role: 'start',
				reach: ['namesOfInput', 'scheduleName'],
				repeat: 'The name: the same settings change nothing.',
			},
			schema: {
				tags,
				summary: 'Create the schedule of this name, or change it',
				description:
					'A run never starts while the previous one is active. A missed run is caught up within one hour. After that it counts as missed, and the result of the next run reports it.',
				params: scheduleParams,
				headers: scheduleSaveHeaders,
				body: scheduleBodySchema,
				response: { 200: scheduleSavedSchema, ...errorResponses },
			},
		},
		async ({ params, body, headers, reach }, reply) => {
			checkTiming(body);
			const unchecked = await atInput(() => checkBeforeStart(body.type, named, body.input, 'schedule'));
			const schedule = { id: params.id, ...body, ...limitsOf(reach) };
			const saved = tagged(reply, await schedules.save(schedule, conditionOf(headers)));
			const warnings = unchecked.map((warning) => ({ ...warning, path: `input.${warning.path}` }));
			return warnings.length === 0 ? saved : { ...saved, warnings };
		},
	);

	for (const [action, done, summary, repeat] of [
		['pause', 'Paused', 'Pause a schedule. Active runs continue.', 'A paused schedule stays paused.'],
		[
			'resume',
			'Resumed',
			'Resume a schedule. Runs that were due in the meantime are skipped.',
			'An active schedule stays active.',
		],
	] as const) {
		app.post(
			`/schedules/:id/${action}`,
			{
				config: { role: 'start', reach: ['schedule'], repeat },
				schema: {
					tags,
					summary,
					params: scheduleParams,
					headers: optionalIdempotencyHeaders,
					body: scheduleActionBodySchema,
					response,
				},
			},
			async ({ params, body, callerName }) =>
				// Temporal ignores a change with an empty note.
				presentSchedule(await schedules[action](params.id, body?.note || `${done} by ${callerName}`)),
		);
	}

	app.post(
		'/schedules/:id/run-now',
		{
			config: {
				role: 'start',
				reach: ['schedule'],
				repeat: 'The key: it starts one run, even if a repeat comes while that run is active.',
			},
			schema: {
				tags,
				summary: 'Start a run now. 409 while another run is active.',
				params: scheduleParams,
				headers: idempotencyHeaders,
				response: { 202: scheduleViewSchema, ...errorResponses },
			},
		},
		async ({ params, headers }, reply) =>
			reply.code(202).send(presentSchedule(await schedules.runNow(params.id, headers['idempotency-key']))),
	);

	app.post(
		'/schedules/:id/backfill',
		{
			config: {
				role: 'start',
				reach: ['schedule'],
				repeat: 'The key: it starts the runs of the span once. Another span with the same key is another request.',
			},
			schema: {
				tags,
				summary: 'Run the times of a past span, one after the other, at most 100',
				params: scheduleParams,
				headers: idempotencyHeaders,
				body: backfillBodySchema,
				response: { 202: backfillStartedSchema, ...errorResponses },
			},
		},
		async ({ params, body, headers }, reply) => {
			const span = { from: new Date(body.from), to: new Date(body.to) };
			const { schedule, times } = await schedules.backfill(params.id, span, headers['idempotency-key']);
			return reply.code(202).send({ schedule: presentSchedule(schedule), times });
		},
	);

	app.delete(
		'/schedules/:id',
		{
			config: {
				role: 'start',
				reach: ['schedule'],
				repeat: 'After the deletion, the response is 404 and nothing is done.',
			},
			schema: {
				tags,
				summary: 'Delete a schedule. Tasks that it has started continue.',
				params: scheduleParams,
				headers: optionalIdempotencyHeaders,
				response: { 204: z.null().describe('Deleted'), ...errorResponses },
			},
		},
		async ({ params }, reply) => {
			await schedules.delete(params.id);
			return reply.code(204).send(null);
		},
	);
	registered();
};

function conditionOf(headers: z.output<typeof scheduleSaveHeaders>): SaveCondition | undefined {
	if (headers['if-none-match'] !== undefined) return { isNew: true };
	const version = headers['if-match'];
	return version === undefined ? undefined : { version };
}

/** A schedule with its version as ETag. */
function tagged(reply: FastifyReply, view: ScheduleView) {
	void reply.header('etag', `"${view.version}"`);
	return presentSchedule(view);
}

/** Puts `input.` before the fields of an error in a task's input. */
async function atInput<Checked>(check: () => Promise<Checked>): Promise<Checked> {
	try {
		return await check();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		throw problemAt(error, (path) => `input.${path}`);
	}
}
