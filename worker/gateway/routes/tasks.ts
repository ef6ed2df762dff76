import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { failuresOf, waitsForPerson } from '../../tasks';
import { reviewIn } from '../../tasks/definitions';
import { sealReviewToken } from '../../tasks/reviews/review-links';
import type { LongPolls } from '../plugins/long-polls';
import { callerKey } from '../plugins/rate-limits';
import { mayAt, reachedConnections } from '../plugins/reach';
import { presentListed, presentTask } from '../replies/task';
import { withoutGoneFile } from '../replies/task-file';
import {
	cancelHeaders,
	errorResponses,
	taskDetailsSchema,
	taskIdParams,
	taskListQuery,
	taskPageSchema,
	taskReadQuery,
	taskViewSchema,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'tasks' | 'names' | 'blobs' | 'connections'> & { longPolls: LongPolls };

/** Reading, listing and cancelling tasks. */
export const taskRoutes: FastifyPluginCallbackZod<Options> = (
	app,
	{ tasks, names, blobs, connections, longPolls },
	done,
) => {
	app.get(
		'/tasks',
		{
			config: { role: 'read', reach: ['lists', 'connectionOfQuery'] },
			schema: {
				tags: ['Tasks'],
				summary: 'List tasks, newest first',
				querystring: taskListQuery,
				response: { 200: taskPageSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { query } = request;
			const { search: text, connection } = query;
			const within = reachedConnections(request.reach);
			const caller = callerKey(request);
			const named = text === undefined ? {} : { named: await names.find({ text, connection, within, caller }) };
			const { items, nextPageToken } = await tasks.list({ ...query, ...named, within });
			return { items: items.map((task) => presentListed(task, connections, request.reach)), nextPageToken };
		},
	);

	app.get(
		'/tasks/:id',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Tasks'],
				summary: 'Get one task. With `wait`, the response comes at its end or after this number of seconds.',
				params: taskIdParams,
				querystring: taskReadQuery,
				response: { 200: taskViewSchema, ...errorResponses },
			},
		},
		async ({ params, query, log, reach }, reply) => {
			const waitMs = query.wait * 1000;
			const task =
				waitMs === 0 ? await tasks.get(params.id) : await tasks.waitFor(params.id, waitMs, longPolls.signalFor(reply));
			return withoutGoneFile(presentTask(task, connections, reach), blobs.store, log);
		},
	);

	app.post(
		'/tasks/:id/cancel',
		{
			config: {
				role: 'start',
				reach: ['task'],
				repeat: 'With a key: a late repeat stops no later run of the task. Without: it stops the current run.',
			},
			schema: {
				tags: ['Tasks'],
				summary: 'Ask a task to stop. It ends a moment later.',
				headers: cancelHeaders,
				params: taskIdParams,
				response: { 202: taskViewSchema, ...errorResponses },
			},
		},
		async ({ params, headers, reach }, reply) => {
			const task = await tasks.cancel(params.id, headers['idempotency-key']);
			return reply.code(202).send(presentTask(task, connections, reach));
		},
	);
	done();
};

type DetailOptions = Pick<GatewayServices, 'tasks' | 'reviews' | 'keyring' | 'temporalPages' | 'connections'>;

/** GET /v1/tasks/{id}/details: what people who look after a task want to know beside its view. */
export const taskDetailRoutes: FastifyPluginCallbackZod<DetailOptions> = (app, options, done) => {
	const { tasks, reviews, keyring, temporalPages, connections } = options;
	app.get(
		'/tasks/:id/details',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Tasks'],
				summary: "Get a task's input and its links for people",
				params: taskIdParams,
				response: { 200: taskDetailsSchema, ...errorResponses },
			},
		},
		async ({ params, callerGrants, reach }) => {
			const [details, task] = await Promise.all([tasks.details(params.id), tasks.get(params.id)]);
			const { id, input, runId, parentId, startsTasks } = details;
			const mayDecide = mayAt(callerGrants, 'decide', task.connection, connections);
			return {
				id,
				input: { ...input },
				parentId,
				failures: failuresOf(task),
				execution: task.status === 'running' ? await reviews.execution(id, reachedConnections(reach)) : null,
				startsTasks,
				// Those pages show the tasks of everybody.
				temporalUrl:
					temporalPages === null || reach !== null
						? null
						: `${temporalPages}/workflows/${encodeURIComponent(id)}/${runId}`,
				reviewPath: mayDecide ? await reviewPathOf(id) : null,
			};
		},
	);

	/** The link names no reviewer, so the page asks for a name. */
	async function reviewPathOf(id: string): Promise<string | null> {
		const task = await tasks.get(id);
		if (reviewIn(task.type) === undefined || !waitsForPerson(task)) return null;
		const { question, keyVersion } = (await reviews.read(id)).view;
		if (question === null) return null;
		const link = { taskId: id, question: question.number, reviewer: null, expiresAt: question.expiresAt, keyVersion };
		return `/review/${sealReviewToken(keyring, link)}`;
	}
	done();
};
