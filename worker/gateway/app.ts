import type { AddressInfo } from 'node:net';
import cookie from '@fastify/cookie';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { BrokenHttpAnswers, KEEP_ALIVE_MS } from '../../api';
import { BrowserSessions } from './plugins/browser-sessions';
import { type Callers, decorateWithCaller, requireRouteRules, requireToken } from './plugins/bearer-token';
import { refusalOfHttp } from './plugins/broken-http';
import { takeEmptyAsNoBody } from './plugins/empty-body';
import { addErrorHandling, notFound, refuse } from './plugins/errors';
import { LongPolls } from './plugins/long-polls';
import { addRequestLog, GatewayMetrics } from './plugins/observability';
import { addOpenApi } from './plugins/openapi';
import { ProxySignIn } from './plugins/proxy-sign-in';
import { addRateLimits } from './plugins/rate-limits';
import { requireReach } from './plugins/require-reach';
import { addValidation } from './plugins/request-validation';
import { bulkActionRoutes } from './routes/bulk-actions';
import { codecRoutes, openToTemporalPages } from './routes/codec';
import { consoleRoutes } from './routes/console';
import { blobRoutes, taskFileRoutes } from './routes/files';
import { flowLeadRoutes } from './routes/flow-leads';
import { flowSyncRoutes } from './routes/flow-syncs';
import { destinationEditRoutes } from './routes/destination-edits';
import { destinationRoutes } from './routes/destinations';
import { healthRoutes } from './routes/health';
import { hookListRoutes } from './routes/hook-list';
import { hookRoutes } from './routes/hooks';
import { knowledgeSetRoutes } from './routes/knowledge-sets';
import { bucketRoutes, connectionRoutes, taskTypeRoutes, usageRoutes, whoamiRoutes } from './routes/lists';
import { knowledgeTableRoutes } from './routes/knowledge-tables';
import { incidentRoutes } from './routes/incidents';
import { overviewRoutes } from './routes/overview';
import { personRoutes } from './routes/persons';
import { pageSubjects } from './review/subjects';
import { reviewLinkOf, reviewRoutes } from './routes/review';
import { scheduleRoutes } from './routes/schedules';
import { sessionRoutes, signInCodeRoutes } from './routes/sessions';
import { subscriptionRoutes } from './routes/subscriptions';
import { taskActionRoutes, taskResendRoutes, taskRetryRoutes } from './routes/task-actions';
import { taskDecisionRoutes } from './routes/task-decisions';
import { checkRoutes, startRoutes } from './routes/task-start';
import { taskDetailRoutes, taskRoutes } from './routes/tasks';
import { timelineRoutes } from './routes/timeline';
import { waitRoutes } from './routes/waits';
import type { GatewayServices } from './services';

/** The limit of Node for an address. The schemas limit the length of an id, because their errors name its field. */
const MAX_PARAM_LENGTH = 16 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;

/** The gateway with all its routes, not yet listening. */
export async function buildGateway(services: GatewayServices): Promise<FastifyInstance> {
	const loggerInstance: FastifyBaseLogger = services.logger;
	const brokenHttp = new BrokenHttpAnswers(refusalOfHttp);
	const app = Fastify({
		loggerInstance,
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: MAX_BODY_BYTES,
		routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
		// Long polls are idle by nature; they are ended by LongPolls instead.
		forceCloseConnections: 'idle',
		// An invalid address reaches no route, and so no error handler.
		frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
		keepAliveTimeout: KEEP_ALIVE_MS,
		trustProxy: services.config.trustedProxies,
		clientErrorHandler: brokenHttp.onClientError,
	});
	brokenHttp.watch(app.server);
	takeEmptyAsNoBody(app);
	decorateWithCaller(app);
	await app.register(cookie);
	const { tokens, keyring, connections } = services;
	const sessions = new BrowserSessions({ keyring, tokens, publicUrl: services.config.publicUrl });
	const metrics = new GatewayMetrics(services.registry);
	const longPolls = new LongPolls(app);
	const limits = await addRateLimits(app, services.config.limits);
	addValidation(app);
	addErrorHandling(app);
	addRequestLog(app);
	metrics.observe(app);
	services.tracing?.requestsTo(app);
	await addOpenApi(app, services.config.publicUrl);
	await app.register(healthRoutes);
	await app.register(consoleRoutes);
	await app.register(hookRoutes, { ...services, metrics, countRefused: limits.byAddress });
	await app.register(async (open) => {
		open.addHook('onRequest', limits.byProof(reviewLinkOf(keyring)));
		await open.register(reviewRoutes, { ...services, pages: pageSubjects });
	});
	await app.register(signInCodeRoutes, { sessions, countRefused: limits.byAddress });
	await app.register(
		async (codec) => {
			openToTemporalPages(codec, services.temporalPages, limits);
			await codec.register(async (closed) => {
				requireToken(closed, { tokens, limits, connections });
				requireRouteRules(closed);
				requireReach(closed, services);
				await closed.register(codecRoutes, services);
			});
		},
		{ prefix: '/codec' },
	);
	await app.register(
		async (v1) => {
			requireToken(v1, { tokens, limits, connections, sessions, people: peopleOf(services) });
			requireRouteRules(v1);
			requireReach(v1, services);
			v1.setNotFoundHandler(notFound);
			await v1.register(checkRoutes, services);
			await v1.register(bulkActionRoutes, services);
			await v1.register(startRoutes, { ...services, metrics });
			await v1.register(taskRoutes, { ...services, longPolls });
			await v1.register(taskFileRoutes, services);
			await v1.register(taskDetailRoutes, services);
			await v1.register(timelineRoutes, services);
			await v1.register(overviewRoutes, services);
			await v1.register(incidentRoutes, services);
			await v1.register(taskDecisionRoutes, services);
			await v1.register(waitRoutes, services);
			await v1.register(scheduleRoutes, services);
			await v1.register(blobRoutes, services);
			await v1.register(knowledgeTableRoutes, services);
			await v1.register(subscriptionRoutes, services);
			await v1.register(taskActionRoutes, services);
			await v1.register(flowSyncRoutes, { ...services, metrics });
			await v1.register(flowLeadRoutes, { ...services, longPolls });
			await v1.register(personRoutes, { ...services, longPolls });
			await v1.register(taskRetryRoutes, services);
			await v1.register(taskResendRoutes, services);
			await v1.register(connectionRoutes, services);
			await v1.register(usageRoutes, services);
			await v1.register(hookListRoutes, services);
			await v1.register(destinationRoutes, services);
			await v1.register(destinationEditRoutes, services);
			await v1.register(knowledgeSetRoutes, services);
			await v1.register(bucketRoutes, services);
			await v1.register(taskTypeRoutes, services);
			await v1.register(whoamiRoutes, services);
			await v1.register(sessionRoutes, { sessions });
		},
		{ prefix: '/v1' },
	);
	return app;
}

/** Who signs in at a reverse proxy, and the origin of the pages that they use. Null: the sign-in is off. */
function peopleOf({ people, config: { proxySignIn, publicUrl } }: GatewayServices): Callers['people'] {
	if (proxySignIn === undefined || publicUrl === undefined) return null;
	return { signIn: people ?? new ProxySignIn(proxySignIn), origin: new URL(publicUrl).origin };
}

/** Open requests have this time to end, in ms. Then their connections are closed. */
const CLOSE_WITHIN_MS = 9_000;

export interface RunningGateway {
	/** Where it really listens, for example http://127.0.0.1:4020. */
	url: string;
	/** Accepts no new requests, ends long polls, and resolves when all requests have ended, within 10 s. */
	close: () => Promise<void>;
}

/** Builds the gateway and listens. @throws when the port is taken, saying which setting to change */
export async function startGateway(services: GatewayServices): Promise<RunningGateway> {
	const { host, port } = services.config;
	const app = await buildGateway(services);
	try {
		await app.listen({ host, port });
	} catch (error) {
		await app.close();
		if (codeOf(error) !== 'EADDRINUSE') throw error;
		throw new Error(
			`The gateway cannot listen on ${host}:${port}, because another program uses this port. Stop that program, or choose another gateway.port.`,
			{ cause: error },
		);
	}
	// Fastify handles errors until it listens. Later, a connection that cannot be accepted must not end the process.
	app.server.on('error', (error) => {
		services.logger.error({ err: error }, 'a connection to the gateway could not be accepted');
	});
	return {
		url: urlOf(app.addresses()),
		async close() {
			const cut = setTimeout(() => {
				app.server.closeAllConnections();
			}, CLOSE_WITHIN_MS);
			await app.close();
			clearTimeout(cut);
		},
	};
}

function urlOf([address]: Array<AddressInfo | string>): string {
	if (typeof address !== 'object') throw new Error('The gateway does not listen on a TCP port.');
	const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
	return `http://${host}:${address.port}`;
}

function codeOf(error: unknown): unknown {
	return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
