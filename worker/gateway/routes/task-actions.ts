import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { Connection } from '../../connections';
import { TASK_TYPES, type TaskInput } from '../../../workflows/contracts';
import { Problem } from '../../problems/problem';
import { checkBeforeStart, withWarnings } from '../../tasks';
import { actionSchema, definitions, type NamedThings, retriesFailedItems } from '../../tasks/definitions';
import { leadGone, leadNotRefused } from '../../tasks/task-problems';
import { shallowLead } from '../../storage/shallow-lead';
import type { Resent } from '../../webhooks/task-resends';
import { checkedInput } from '../plugins/request-validation';
import {
	errorResponses,
	idempotencyHeaders,
	refusedLeadParams,
	refusedLeadQuery,
	refusedLeadSchema,
	refusedLeadsQuery,
	refusedLeadsSchema,
	syncedAgentsSchema,
	taskActionAnswer,
	taskActionBody,
	taskActionParams,
	taskIdParams,
	taskResentSchema,
	taskStartedSchema,
} from '../schemas';
import type { GatewayServices } from '../services';
import { callerKey } from '../plugins/rate-limits';
import { reachedConnections } from '../plugins/reach';
import { checkStillThere } from '../plugins/require-reach';
import { refusedPage } from '../replies/refused-page';
import { presentStarted } from '../replies/task';

type Options = Pick<GatewayServices, 'tasks' | 'actions' | 'connections'>;

/** Actions of running tasks. */
export const taskActionRoutes: FastifyPluginCallbackZod<Options> = (app, { tasks, actions, connections }, done) => {
	app.post(
		'/tasks/:id/actions/:action',
		{
			config: {
				role: 'start',
				reach: ['task'],
				repeat: 'The key, per action: a repeat returns the first response and does nothing. Another body gets 409.',
			},
			schema: {
				tags: ['Tasks'],
				summary: 'Send an action to a running task',
				headers: idempotencyHeaders,
				params: taskActionParams,
				body: taskActionBody,
				response: { 200: taskActionAnswer, ...errorResponses },
			},
		},
		async ({ params: { id, action }, headers, body }) => {
			const { type } = await tasks.get(id);
			const schema = actionSchema(type, action);
			const input = schema === null ? {} : checkedInput(schema, body ?? {});
			return actions.act({ id, action, idempotencyKey: headers['idempotency-key'], input });
		},
	);

	app.get(
		'/tasks/:id/refused',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Tasks'],
				summary: 'List the leads that the destination of a running lead-sync refused, and why',
				params: taskIdParams,
				querystring: refusedLeadsQuery,
				response: { 200: refusedLeadsSchema, ...errorResponses },
			},
		},
		async ({ params, query }) => refusedPage(await actions.refusedLeads(params.id), query),
	);

	app.get(
		'/tasks/:id/agents',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Tasks'],
				summary: 'List the agents of a running lead-sync of several, and how each stands',
				params: taskIdParams,
				response: { 200: syncedAgentsSchema, ...errorResponses },
			},
		},
		async ({ params: { id } }) => {
			const agents = await actions.syncedAgents(id);
			if (agents.length === 0) return { items: [] };
			const names = await namesOf(connections.get((await tasks.get(id)).connection));
			return { items: agents.map((agent) => ({ ...agent, name: names.get(agent.agentId) ?? null })) };
		},
	);

	app.get(
		'/tasks/:id/refused/:leadId',
		{
			// As a preview does, it reads a lead from the service.
			config: { role: 'start', reach: ['task'] },
			schema: {
				tags: ['Tasks'],
				summary: 'Read a refused lead of a running lead-sync from the service, to see what the destination refused',
				params: refusedLeadParams,
				querystring: refusedLeadQuery,
				response: { 200: refusedLeadSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { id, leadId } = request.params;
			const wanted = request.query.agentId;
			const refused = (await actions.refusedLeads(id)).find(
				(each) => each.leadId === leadId && (wanted === undefined || each.agentId === wanted),
			);
			if (refused === undefined) throw leadNotRefused(id, leadId);
			const { connection, agentId } = await tasks.get(id);
			const lead = await connections.get(connection).lead(refused.agentId ?? agentId ?? '', leadId, callerKey(request));
			if (lead === null) throw leadGone(leadId);
			return { ...refused, lead: shallowLead(lead) };
		},
	);
	done();
};

/** A list without names is still of use. */
async function namesOf(connection: Connection): Promise<ReadonlyMap<string, string>> {
	try {
		const { agents } = await connection.agents();
		return new Map(agents.map(({ id, name }) => [id, name]));
	} catch (error) {
		if (error instanceof Problem) return new Map();
		throw error;
	}
}

/** Types whose tasks start only once. */
const ONCE = TASK_TYPES.filter((type) => definitions[type].keyReuse === 'never');

/** Types with items of which some can fail. */
const OF_ITEMS = TASK_TYPES.filter(retriesFailedItems);

type RetryOptions = Pick<GatewayServices, 'retries' | 'tasks'> & NamedThings;

/** POST /v1/tasks/{id}/actions/retry: for tasks that have ended, unlike the other actions. */
export const taskRetryRoutes: FastifyPluginCallbackZod<RetryOptions> = (app, { retries, tasks, ...named }, done) => {
	app.post(
		'/tasks/:id/actions/retry',
		{
			config: {
				role: 'start',
				reach: ['task'],
				repeat: 'The key: it starts the task again once, even if the task has failed again.',
			},
			schema: {
				tags: ['Tasks'],
				summary: 'Retry a task that did not complete, with the same id and input',
				description: `The gateway refuses it with 409 while the task runs, after it has completed, and for types whose tasks start only once (${ONCE.join(', ')}).`,
				headers: idempotencyHeaders,
				params: taskIdParams,
				response: { 202: taskStartedSchema, ...errorResponses },
			},
		},
		async ({ params: { id }, headers, reach }, reply) => {
			const key = headers['idempotency-key'];
			const found = await retries.find(id, key);
			if ('repeated' in found) return reply.code(202).send(presentStarted(found.repeated));
			const { type, args } = found.retryable;
			await checkStillThere(args.input, reach, named);
			const input = checkedInput<TaskInput>(definitions[type].input, args.input);
			const warnings = await checkBeforeStart(type, named, input, 'retry');
			const started = await retries.start(found.retryable, key);
			return reply.code(202).send(presentStarted(withWarnings(started, warnings)));
		},
	);

	app.post(
		'/tasks/:id/actions/retry-failed',
		{
			config: {
				role: 'start',
				reach: ['task'],
				repeat: 'The key: a repeat returns the same task. An ended task has one such task, whatever the key.',
			},
			schema: {
				tags: ['Tasks'],
				summary: 'Start a task for the items alone that did not succeed in an ended task',
				description: `The new task has the same input, with the failed items alone. Of a nightly-retrain, these are the agents that were not retrained. The gateway refuses it with 409 while the task runs, if nothing failed, if another such task runs or has done it, and for other types than ${OF_ITEMS.join(', ')}.`,
				headers: idempotencyHeaders,
				params: taskIdParams,
				response: { 202: taskStartedSchema, ...errorResponses },
			},
		},
		async ({ params: { id }, headers, reach }, reply) => {
			const failed = await retries.failedItems(id, headers['idempotency-key']);
			if ('repeated' in failed) return reply.code(202).send(presentStarted(failed.repeated));
			const { type, input } = failed.start;
			const start = { ...failed.start, input: checkedInput<TaskInput>(definitions[type].input, input) };
			await checkStillThere(start.input, reach, named);
			const warnings = await checkBeforeStart(type, named, start.input, 'retry');
			return reply.code(202).send(presentStarted(withWarnings(await tasks.start(start), warnings)));
		},
	);
	done();
};

type ResendOptions = Pick<GatewayServices, 'resends'>;

/** POST /v1/tasks/{id}/actions/resend-result: for tasks that have ended, unlike most actions. */
export const taskResendRoutes: FastifyPluginCallbackZod<ResendOptions> = (app, { resends }, done) => {
	app.post(
		'/tasks/:id/actions/resend-result',
		{
			config: {
				role: 'start',
				reach: ['taskOrWait'],
				repeat: 'The key: it sends once. A repeat returns the first response.',
			},
			schema: {
				tags: ['Tasks'],
				summary: "Resend the events and callbacks of a task's end, with the same webhook-id",
				description:
					'Sends task.completed or task.failed, and email.outcome or schedule.digest if the task sent it, to the subscriptions that want them now. It also sends the callback of each wait for the task, if the wait has ended. With the id of a wait, it sends only that callback. The gateway refuses it with 409 while the task or the wait runs, and when there is nothing to send. It is sent as soon as a worker runs.',
				headers: idempotencyHeaders,
				params: taskIdParams,
				response: { 202: taskResentSchema, ...errorResponses },
			},
		},
		async (request, reply) => {
			const { reach, headers, params } = request;
			const owner = reach === null ? undefined : callerKey(request);
			const resent = await resends.resend(params.id, headers['idempotency-key'], reachedConnections(reach), owner);
			return reply.code(202).send({ message: messageOf(resent), ...resent });
		},
	);
	done();
};

function messageOf({ events, callbacks }: Resent): string {
	const ofEvents = events.map(({ type, subscriptions: { length: count } }) =>
		count === 0
			? `No subscription wants ${type}, so it is not sent.`
			: `${type} is sent again to ${count === 1 ? 'one subscription' : `${count} subscriptions`}.`,
	);
	const ofCallbacks = callbacks.map(({ host }) => `The callback to ${host} is sent again.`);
	return [...ofEvents, ...ofCallbacks].join(' ');
}
