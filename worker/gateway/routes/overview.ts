import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { SomeTasks } from '../../tasks/overview';
import { errorResponses, overviewQuery, overviewSchema } from '../schemas';
import type { GatewayServices } from '../services';
import type { Undelivered } from '../../webhooks';
import { type Reach, reachedConnections, reaches } from '../plugins/reach';
import { presentListed } from '../replies/task';

const DAY_MS = 24 * 3_600_000;

type Options = Pick<GatewayServices, 'overview' | 'subscriptions' | 'connections'>;

/** GET /v1/overview: the console's first page, with one request however many tasks there are. */
export const overviewRoutes: FastifyPluginCallbackZod<Options> = (
	app,
	{ overview, subscriptions, connections },
	done,
) => {
	const presentTo = (reach: Reach) => (tasks: SomeTasks) => ({
		count: tasks.count,
		items: tasks.items.map((task) => presentListed(task, connections, reach)),
	});

	app.get(
		'/overview',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				tags: ['Tasks'],
				summary:
					'Get what waits for a person, what runs, what failed, and which syncs, schedules and notifications need a look',
				querystring: overviewQuery,
				response: { 200: overviewSchema, ...errorResponses },
			},
		},
		async ({ query, reach }) => {
			const since = query.since === undefined ? new Date(Date.now() - DAY_MS) : new Date(query.since);
			const [{ waiting, running, failed, blockedSyncs, schedules }, undelivered] = await Promise.all([
				overview.read(since, reachedConnections(reach)),
				undeliveredWithin(subscriptions, reach),
			]);
			const present = presentTo(reach);
			return {
				since: since.toISOString(),
				waiting: present(waiting),
				running: present(running),
				failed: present(failed),
				blockedSyncs: present(blockedSyncs),
				schedules: {
					count: schedules.count,
					items: schedules.items.map(({ schedule, ...trouble }) => ({ ...schedule, ...trouble })),
				},
				undelivered: {
					count: undelivered.reduce((sum, { count }) => sum + count, 0),
					subscriptions: undelivered.length,
					since:
						undelivered
							.map(({ since: begin }) => begin)
							.sort()
							.at(0) ?? null,
				},
			};
		},
	);
	done();
};

/** A bound caller knows of the subscriptions to its connections alone. */
async function undeliveredWithin(subscriptions: Options['subscriptions'], reach: Reach): Promise<Undelivered[]> {
	const all = await subscriptions.undelivered(reachedConnections(reach));
	if (reach === null || all.length === 0) return all;
	const known = new Set(
		(await subscriptions.list()).flatMap(({ id, connection }) => (reaches(reach, connection) ? [id] : [])),
	);
	return all.filter(({ subscriptionId }) => known.has(subscriptionId));
}
