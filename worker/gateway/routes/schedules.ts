import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { problemAt, Problem } from '../../problems/problem';
import { checkTiming, type ScheduleSummaryView } from '../../tasks/schedules';
import {
	backfillBodySchema,
	backfillStartedSchema,
	errorResponses,
	idempotencyHeaders,
	optionalIdempotencyHeaders,
	scheduleActionBodySchema,
	scheduleBodySchema,
	scheduleListSchema,
	scheduleParams,
	scheduleViewSchema,
} from '../schemas';
import type { GatewayServices } from '../services';
import { checkStart, type NamedThings } from '../../tasks/definitions';

type Options = Pick<GatewayServices, 'schedules'> & NamedThings;

const tags = ['Schedules'];
const response = { 200: scheduleViewSchema, ...errorResponses };

/** Tasks that begin by the clock. */
export const scheduleRoutes: FastifyPluginCallbackZod<Options> = (app, { schedules, ...named }, registered) => {
	app.get(
		'/schedules',
		{
			config: { role: 'read' },
			schema: {
				tags,
				summary: 'All schedules with their next times; one that was changed a moment ago may still show as it was',
				response: { 200: scheduleListSchema, ...errorResponses },
			},
		},
		async () => ({ items: (await schedules.list()).map(withLinks) }),
	);

	app.get(
		'/schedules/:id',
		{
			config: { role: 'read' },
			schema: {
				tags,
				summary: 'One schedule, with what it starts and what it has counted',
				params: scheduleParams,
				response,
			},
		},
		async ({ params }) => withLinks(await schedules.get(params.id)),
	);

	app.put(
		'/schedules/:id',
		{
			config: {
				role: 'start',
				repeat: 'The name: the same settings again change nothing.',
			},
			schema: {
				tags,
				summary: 'Make a schedule, or change the one of this name; a repeat changes nothing',
				description:
					'A run never begins beside the one before. A time that was slept through is caught up for an hour; after that it is counted as missed, and the next run tells it.',
				params: scheduleParams,
				headers: optionalIdempotencyHeaders,
				body: scheduleBodySchema,
				response,
			},
		},
		async ({ params, body }) => {
			checkTiming(body);
			await atInput(() => checkStart(body.type, named, body.input));
			return withLinks(await schedules.save({ id: params.id, ...body }));
		},
	);

	for (const [action, done, summary, repeat] of [
		['pause', 'Paused', 'Begin no more runs; those that are under way go on', 'A paused schedule stays paused.'],
		[
			'resume',
			'Resumed',
			'Begin runs again; what was due meanwhile is not caught up',
			'One that is not paused stays so.',
		],
	] as const) {
		app.post(
			`/schedules/:id/${action}`,
			{
				config: { role: 'start', repeat },
				schema: {
					tags,
					summary,
					params: scheduleParams,
					headers: optionalIdempotencyHeaders,
					body: scheduleActionBodySchema,
					response,
				},
			},
			async ({ params, body, tokenName }) =>
				// Temporal takes an empty note for nothing to do.
				withLinks(await schedules[action](params.id, body?.note || `${done} by ${tokenName}`)),
		);
	}

	app.post(
		'/schedules/:id/run-now',
		{
			config: {
				role: 'start',
				repeat: 'The key: it begins one run, however often it is sent, also while that run is under way.',
			},
			schema: {
				tags,
				summary: 'Begin a run now; 409 while another one is under way',
				params: scheduleParams,
				headers: idempotencyHeaders,
				response: { 202: scheduleViewSchema, ...errorResponses },
			},
		},
		async ({ params, headers }, reply) =>
			reply.code(202).send(withLinks(await schedules.runNow(params.id, headers['idempotency-key']))),
	);

	app.post(
		'/schedules/:id/backfill',
		{
			config: {
				role: 'start',
				repeat: 'The key: it begins the runs of the span once; another span with it is another request.',
			},
			schema: {
				tags,
				summary: 'Run the times of a span in the past, one after the other; at most 100',
				params: scheduleParams,
				headers: idempotencyHeaders,
				body: backfillBodySchema,
				response: { 202: backfillStartedSchema, ...errorResponses },
			},
		},
		async ({ params, body, headers }, reply) => {
			const span = { from: new Date(body.from), to: new Date(body.to) };
			const { schedule, times } = await schedules.backfill(params.id, span, headers['idempotency-key']);
			return reply.code(202).send({ schedule: withLinks(schedule), times });
		},
	);

	app.delete(
		'/schedules/:id',
		{
			config: {
				role: 'start',
				repeat: 'Once it is gone the answer is 404, and nothing is done.',
			},
			schema: {
				tags,
				summary: 'Delete a schedule; tasks that it has begun go on',
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

function withLinks<View extends ScheduleSummaryView>(view: View) {
	return { ...view, cron: [...view.cron], links: { self: `/v1/schedules/${encodeURIComponent(view.id)}` } };
}

/** What is wrong with a task's input is wrong below `input` here. */
async function atInput(check: () => Promise<void>): Promise<void> {
	try {
		await check();
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		throw problemAt(error, (path) => `input.${path}`);
	}
}
