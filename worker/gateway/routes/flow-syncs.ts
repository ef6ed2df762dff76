import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { TaskInput } from '../../../workflows/contracts';
import { isProblem } from '../../problems/problem';
import {
	checkBeforeStart,
	type StartedTask,
	type StartTask,
	taskNotFound,
	type TaskService,
	unlessBusy,
} from '../../tasks';
import { checkSyncedAgents, definitions, type NamedThings } from '../../tasks/definitions';
import { syncEnded } from '../../tasks/hand-outs';
import type { StartWarning } from '../../tasks/subjects';
import type { GatewayMetrics } from '../plugins/observability';
import { checkedInput } from '../plugins/request-validation';
import {
	closedSyncSchema,
	closeSyncBody,
	errorResponses,
	flowSyncQuery,
	flowSyncSchema,
	openedSyncSchema,
	openSyncBody,
	optionalIdempotencyHeaders,
	syncIdParams,
} from '../schemas';
import type { GatewayServices } from '../services';
import { presentStarted } from '../replies/task';

type Options = Pick<GatewayServices, 'tasks' | 'handOuts'> & NamedThings & { metrics: GatewayMetrics };

/** Syncs into flows: a flow opens its sync when it is published, and closes it when it no longer is. */
export const flowSyncRoutes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { tasks, handOuts, metrics, ...named } = options;
	app.post(
		'/syncs',
		{
			config: {
				role: 'start',
				reach: ['names'],
				repeat:
					'It opens the same sync again. Only one sync exists for a connection, an agent and a flow, and one of several agents for a connection and a flow.',
			},
			schema: {
				tags: ['Flow syncs'],
				summary: 'Start the sync of one, several or all agents into a flow, or resume it with these settings',
				headers: optionalIdempotencyHeaders,
				body: openSyncBody,
				response: { 200: openedSyncSchema, ...errorResponses },
			},
		},
		async ({ body: { connection, agentId, agentIds, flow, from, restart, ...settings } }) => {
			const { intervalSeconds } = settings;
			// The first opening and each later one may ask for conversations.
			const { conversation = 'none' } = settings;
			const unread =
				conversation === 'none'
					? []
					: await unlessBusy(() =>
							checkSyncedAgents(named.connections, { connection, agentId, agentIds }, conversation),
						);
			const input = checkedInput(
				definitions['lead-sync'].input,
				inputOf({ connection, agentId, agentIds, flow, intervalSeconds }, from),
			);
			const { task, isNew, unchecked } = await startedSync({ tasks, named }, startOf(input), restart);
			const warnings = unread.length > 0 ? unread : unchecked;
			if (isNew) metrics.taskAccepted('lead-sync');
			return {
				...presentSync(task),
				...(warnings.length === 0 ? {} : { warnings }),
				opening: await handOuts.open(task.id, settings, agentId === undefined ? (agentIds ?? null) : undefined),
			};
		},
	);

	app.get(
		'/syncs',
		{
			config: { role: 'read', reach: ['connectionOfQuery'] },
			schema: {
				tags: ['Flow syncs'],
				summary: 'Find the sync of an agent into a flow, or that of several agents',
				querystring: flowSyncQuery,
				response: { 200: flowSyncSchema, ...errorResponses },
			},
		},
		async ({ query }) => {
			const found = await tasks.find(startOf(inputOf(query)));
			if (found === null) throw taskNotFound(`of ${query.agentId ?? 'several agents'} into ${query.flow}`);
			return presentSync(found);
		},
	);

	app.post(
		'/syncs/:id/close',
		{
			config: { role: 'start', reach: ['task'], repeat: 'It stays closed.' },
			schema: {
				tags: ['Flow syncs'],
				summary: 'Hand out no more leads until the flow opens the sync again',
				headers: optionalIdempotencyHeaders,
				params: syncIdParams,
				body: closeSyncBody,
				response: { 200: closedSyncSchema, ...errorResponses },
			},
		},
		async ({ params, body }) => ({ closed: await handOuts.close(params.id, body.opening) }),
	);
	done();
};

interface SyncIdentity {
	connection: string;
	agentId?: string | undefined;
	agentIds?: string[] | undefined;
	flow: string;
	intervalSeconds?: number;
}

/** @param from now, a day or a time; the gateway's clock says what now is */
function inputOf(
	{ connection, agentId, agentIds, flow, intervalSeconds = 60 }: SyncIdentity,
	from?: string,
): TaskInput<'lead-sync'> {
	const start = from === 'now' ? new Date().toISOString() : from;
	return {
		version: 1,
		connection,
		...(agentId === undefined ? {} : { agentId }),
		...(agentIds === undefined ? {} : { agentIds }),
		destination: flow,
		intervalSeconds,
		...WITHOUT_CONVERSATION,
		...(start === undefined ? {} : { startDate: start }),
	};
}

/** What leads bring is a setting of the flow, which comes with each opening. */
const WITHOUT_CONVERSATION = {
	conversation: 'none',
	conversationSize: 10_000,
	settleMinutes: 10,
	atOnce: false,
} as const;

/** The key does not matter, because the input identifies the sync. */
function startOf(input: TaskInput<'lead-sync'>): StartTask & { type: 'lead-sync'; input: TaskInput<'lead-sync'> } {
	return { type: 'lead-sync', idempotencyKey: 'flow', input };
}

/**
 * The running sync. Its first input stays, and other settings come with each opening.
 * @throws Problem that names the field, before anything is started
 */
async function startedSync(
	{ tasks, named }: { tasks: TaskService; named: NamedThings },
	start: ReturnType<typeof startOf>,
	restart: boolean,
): Promise<{ task: StartedTask; isNew: boolean; unchecked: StartWarning[] }> {
	const found = await tasks.find(start);
	if (found?.status === 'running') return { task: found, isNew: false, unchecked: [] };
	if (found !== null && !restart) throw syncEnded(found.id, found.status);
	const unchecked = await checkBeforeStart('lead-sync', named, start.input);
	try {
		return { task: await tasks.start(start), isNew: true, unchecked };
	} catch (error) {
		// Another request started it meanwhile.
		const running = isProblem(error, 'task_exists') ? await tasks.find(start) : null;
		if (running === null) throw error;
		return { task: running, isNew: false, unchecked: [] };
	}
}

function presentSync(task: StartedTask) {
	const { id, status, links } = presentStarted(task);
	return { id, status, links };
}
