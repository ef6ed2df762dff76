import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { isFlow } from '../../../workflows/lead-sync/flow-name';
import { parseSelector } from '../../../workflows/task/selector';
import { selectorSchema } from '../../../workflows/task/selector-contract';
import { unknownConnection } from '../../connections';
import { unknownDestination } from '../../destinations';
import { Problem } from '../../problems/problem';
import { taskNotFound, waitNotFound } from '../../tasks';
import { unknownBucket } from '../../tasks/definitions';
import { noSchedule } from '../../tasks/schedules';
import { parseWaitId } from '../../tasks/task-ids';
import { noConnectionMatches } from '../../tasks/task-problems';
import { subscriptionNotFound } from '../../webhooks';
import type { GatewayServices } from '../services';
import { routeNotFound } from './errors';
import { type Bound, type Reach, reaches, reachOf } from './reach';

type Services = Pick<
	GatewayServices,
	'tasks' | 'waits' | 'schedules' | 'subscriptions' | 'connections' | 'destinations' | 'buckets'
>;
/** @throws Problem 404 as if what is named were not there */
type Check = (request: FastifyRequest, reach: Bound, services: Services) => Promise<void> | void;

const withId = z.object({ id: z.string() });
const withName = z.object({ name: z.string() });
const withConnection = z.object({ connection: z.string().optional() });
const withTasks = z.object({ taskIds: z.array(z.string()) });
/** What an input, or the body of another request, may name. */
const namesSchema = z.object({
	connection: z.string().nullish(),
	destination: z.string().optional(),
	bucket: z.string().optional(),
	/** Null: a subscription that needs none. */
	url: z.string().nullish(),
	selector: z.string().optional(),
});
/** An input that is not valid names nothing, and its route says what is wrong. */
const withInput = z.object({ input: namesSchema.catch({}) });

/**
 * What a caller who is bound to some connections reaches by a route. All but these are 404, in the words for what does not
 * exist, so that nobody learns what others have.
 */
const RULES = {
	/** Nothing that it shows or does belongs to a connection. */
	all: () => undefined,
	/** Nothing: the route is for callers who reach everything. */
	none: (request) => {
		throw routeNotFound(request);
	},
	/** Its handler shows what is within `request.reach`, and no more. */
	lists: () => undefined,
	task: ({ params }, reach, { tasks }) => checkTask(withId.parse(params).id, reach, tasks),
	taskOrWait: ({ params }, reach, services) => {
		const { id } = withId.parse(params);
		return parseWaitId(id) !== null ? checkWait(id, reach, services) : checkTask(id, reach, services.tasks);
	},
	tasksOfBody: async ({ body }, reach, { tasks }) => {
		const { taskIds } = withTasks.parse(body);
		await Promise.all(taskIds.map((id, index) => checkTask(id, reach, tasks, `taskIds.${index}`)));
	},
	wait: ({ params }, reach, services) => checkWait(withId.parse(params).id, reach, services),
	schedule: async ({ params }, reach, { schedules }) => {
		const { id } = withId.parse(params);
		if (!reaches(reach, (await schedules.get(id)).connection)) throw noSchedule(id);
	},
	/** The name is free, or that of a schedule within reach. */
	scheduleName: async ({ params }, reach, { schedules }) => {
		const { id } = withId.parse(params);
		const found = await unlessMissing(schedules.get(id));
		if (found !== null && !reaches(reach, found.connection)) throw noSchedule(id);
	},
	subscription: async ({ params }, reach, { subscriptions }) => {
		const { id } = withId.parse(params);
		if (!reaches(reach, (await subscriptions.get(id)).connection)) throw subscriptionNotFound(id);
	},
	connection: ({ params }, reach) => {
		checkConnection(withName.parse(params).name, reach);
	},
	connectionOfQuery: ({ query }, reach) => {
		const { connection } = withConnection.parse(query);
		if (connection !== undefined) checkConnection(connection, reach);
	},
	destination: ({ params }, reach, services) => checkDestination(withName.parse(params).name, reach, services),
	/** Everything of the configuration that the body names: one of the connections, at least. */
	names: ({ body }, reach, services) => checkNeededNames(namesSchema.parse(body), reach, services),
	/** The same of the input that the body has. */
	namesOfInput: ({ body }, reach, services) => checkNeededNames(withInput.parse(body).input, reach, services),
	/** The same of a change, which may leave the connection as it is. */
	changedNames: ({ body }, reach, services) => checkNames(namesSchema.parse(body), reach, services),
} as const satisfies Record<string, Check>;

export type ReachRule = keyof typeof RULES;

declare module 'fastify' {
	interface FastifyContextConfig {
		/** What a bound caller reaches here: all of the rules hold. Each route that needs a caller says it. */
		reach?: readonly ReachRule[];
	}
}

/**
 * Refuses what is out of a bound caller's reach, before the handler of the route does anything, and again before its
 * answer if the handler waited while a connection left the reach.
 */
export function requireReach(app: FastifyInstance, services: Services): void {
	const check = async (request: FastifyRequest, reach: Bound) => {
		for (const rule of request.routeOptions.config.reach ?? []) await RULES[rule](request, reach, services);
	};
	app.addHook('preHandler', async (request) => {
		if (request.reach !== null) await check(request, request.reach);
	});
	app.addHook('preSerialization', async (request, reply, answer) => {
		const { reach: before, callerGrants, routeOptions } = request;
		if (before === null || reply.statusCode >= 400) return answer;
		const now = reachOf(callerGrants, routeOptions.config.role ?? 'any', services.connections);
		if (now !== null && [...before.connections].some((name) => !now.connections.has(name))) await check(request, now);
		return answer;
	});
}

async function checkTask(id: string, reach: Bound, tasks: Services['tasks'], path?: string): Promise<void> {
	const found = await unlessMissing(tasks.get(id));
	if (found === null || !reaches(reach, found.connection)) throw taskNotFound(id, path);
}

async function checkWait(id: string, reach: Bound, { waits }: Services): Promise<void> {
	const { tasks } = await waits.get(id);
	if (!tasks.every(({ connection }) => reaches(reach, connection))) throw waitNotFound(id);
}

function checkConnection(name: string, { connections }: Bound): void {
	if (!connections.has(name)) throw unknownConnection(name, [...connections]);
}

type UsedThings = Pick<Services, 'destinations' | 'buckets'>;

/**
 * Whether what an earlier start named still exists. Who made it may have used more than this caller may.
 * @throws Problem 404 that names nothing out of the caller's reach, as the check of a start would
 */
export async function checkStillThere(input: object, reach: Reach, services: UsedThings): Promise<void> {
	if (reach === null) return;
	const { destination, bucket } = namesSchema.catch({}).parse(input);
	const mayBeGone = destination !== undefined && !isFlow(destination);
	if (mayBeGone && (await services.destinations.find(destination)) === null)
		await checkDestination(destination, reach, services);
	if (bucket !== undefined && !services.buckets.has(bucket)) checkBucket(bucket, reach, services);
}

/** One that its token names may not exist. Then the handler's own error would list those of everybody. */
async function checkDestination(name: string, reach: Bound, { destinations }: UsedThings): Promise<void> {
	if (reach.destinations.has(name) && (await destinations.find(name)) !== null) return;
	const known = (await destinations.list()).map((each) => each.name);
	throw unknownDestination(
		name,
		known.filter((each) => reach.destinations.has(each)),
	);
}

const FOLDER = /^folder:(.*)$/s;

type Names = z.output<typeof namesSchema>;

async function checkNeededNames(named: Names, reach: Bound, services: Services): Promise<void> {
	if (named.connection === undefined) throw connectionNeeded(reach);
	await checkNames(named, reach, services);
}

async function checkNames(
	{ connection, destination, bucket, url, selector }: Names,
	reach: Bound,
	services: Services,
): Promise<void> {
	if (connection === null) throw connectionNeeded(reach);
	if (connection !== undefined) checkConnection(connection, reach);
	if (selector !== undefined) checkSelector(selector, reach, services);
	if (destination !== undefined && !isFlow(destination)) await checkDestination(destination, reach, services);
	if (bucket !== undefined) checkBucket(bucket, reach, services);
	const folder = FOLDER.exec(url ?? '')?.[1];
	if (folder !== undefined && !reach.folders.has(folder)) throw unknownFolder(folder, [...reach.folders]);
}

function checkBucket(name: string, reach: Bound, { buckets }: UsedThings): void {
	if (reach.buckets.has(name) && buckets.has(name)) return;
	throw unknownBucket(
		name,
		buckets.names.filter((each) => reach.buckets.has(each)),
	);
}

/** Labels that only others have are as unknown as those that nobody has. The route itself refuses what is no selector. */
function checkSelector(selector: string, reach: Bound, { connections }: Services): void {
	const { data } = selectorSchema.safeParse(selector);
	if (data === undefined || connections.matching(parseSelector(data)).some((name) => reaches(reach, name))) return;
	throw noConnectionMatches(selector);
}

function connectionNeeded({ connections }: Bound): Problem {
	const known = connections.size === 0 ? 'none' : [...connections].join(', ');
	const message = `must name one of your connections: ${known}`;
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was done. You reach some connections only, and the field connection ${message}.`,
		issues: [{ path: 'connection', message }],
	});
}

function unknownFolder(name: string, folders: readonly string[]): Problem {
	const known = folders.length === 0 ? 'none' : folders.join(', ');
	return new Problem({
		type: 'unknown_folder',
		title: 'There is no such folder',
		status: 404,
		detail: `You have no folder "${name}". You have: ${known}. Ask the operator to name it in "uses" of your token.`,
		issues: [{ path: 'url', message: `"folder:${name}" is unknown; known are: ${known}` }],
	});
}

async function unlessMissing<Found>(reading: Promise<Found>): Promise<Found | null> {
	try {
		return await reading;
	} catch (error) {
		if (error instanceof Problem && error.status === 404) return null;
		throw error;
	}
}
