import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify';
import { decorateWithToken, requireToken } from './plugins/bearer-token';
import { answerBrokenHttp, answerUnwantedHttp } from './plugins/broken-http';
import { addErrorHandling, notFound, refuse } from './plugins/errors';
import { LongPolls } from './plugins/long-polls';
import { GatewayMetrics } from './plugins/metrics';
import { openToTemporalPages } from './plugins/open-to-temporal-pages';
import { addOpenApi } from './plugins/openapi';
import { addRateLimits } from './plugins/rate-limits';
import { addRequestLog } from './plugins/request-log';
import { addValidation } from './plugins/request-validation';
import { requireRouteRules } from './plugins/route-rules';
import { blobRoutes } from './routes/blobs';
import { codecRoutes } from './routes/codec';
import { connectionRoutes } from './routes/connections';
import { destinationRoutes } from './routes/destinations';
import { healthRoutes } from './routes/health';
import { hookRoutes } from './routes/hooks';
import { pageRoutes } from './routes/pages';
import { personRoutes } from './routes/persons';
import { scheduleRoutes } from './routes/schedules';
import { subscriptionRoutes } from './routes/subscriptions';
import { taskActionRoutes } from './routes/task-actions';
import { taskDecisionRoutes } from './routes/task-decisions';
import { reviewRoutes } from './routes/review';
import { checkRoutes } from './routes/task-check';
import { startRoutes } from './routes/task-start';
import { taskDetailRoutes } from './routes/task-details';
import { taskFileRoutes } from './routes/task-files';
import { taskResendRoutes } from './routes/task-resend';
import { taskRetryRoutes } from './routes/task-retry';
import { taskTypeRoutes } from './routes/task-types';
import { taskRoutes } from './routes/tasks';
import { waitRoutes } from './routes/waits';
import { whoamiRoutes } from './routes/whoami';
import type { GatewayServices } from './services';

/** As long as Node takes an address; how long an id may be is for the schemas to say, which name its field. */
const MAX_PARAM_LENGTH = 16 * 1024;
const MAX_BODY_BYTES = 1024 * 1024;

/** The gateway with all its routes, not yet listening. */
export async function buildGateway(services: GatewayServices): Promise<FastifyInstance> {
	const loggerInstance: FastifyBaseLogger = services.logger;
	const app = Fastify({
		loggerInstance,
		logController: new LogController({ disableRequestLogging: true }),
		bodyLimit: MAX_BODY_BYTES,
		routerOptions: { maxParamLength: MAX_PARAM_LENGTH },
		// Long polls are idle by nature; they are ended by LongPolls instead.
		forceCloseConnections: 'idle',
		// An address that cannot be read gets to no route, and so to no error handler.
		frameworkErrors: (error, request, reply) => void refuse(error, request, reply),
		trustProxy: services.config.trustedProxies,
		clientErrorHandler: answerBrokenHttp,
	});
	answerUnwantedHttp(app.server);
	decorateWithToken(app);
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
	await app.register(pageRoutes);
	await app.register(async (open) => {
		open.addHook('onRequest', limits.byAddress);
		await open.register(reviewRoutes, services);
		await open.register(hookRoutes, { ...services, metrics });
	});
	await app.register(
		async (codec) => {
			openToTemporalPages(codec, services.temporalPages, limits);
			await codec.register(async (closed) => {
				requireToken(closed, services.tokens, limits);
				requireRouteRules(closed);
				await closed.register(codecRoutes, services);
			});
		},
		{ prefix: '/codec' },
	);
	await app.register(
		async (v1) => {
			requireToken(v1, services.tokens, limits);
			requireRouteRules(v1);
			v1.setNotFoundHandler(notFound);
			await v1.register(checkRoutes, services);
			await v1.register(startRoutes, { ...services, metrics });
			await v1.register(taskRoutes, { ...services, longPolls });
			await v1.register(taskFileRoutes, services);
			await v1.register(taskDetailRoutes, services);
			await v1.register(taskDecisionRoutes, services);
			await v1.register(waitRoutes, services);
			await v1.register(scheduleRoutes, services);
			await v1.register(blobRoutes, services);
			await v1.register(subscriptionRoutes, services);
			await v1.register(taskActionRoutes, services);
			await v1.register(personRoutes, { ...services, longPolls });
			await v1.register(taskRetryRoutes, services);
			await v1.register(taskResendRoutes, services);
			await v1.register(connectionRoutes, services);
			await v1.register(destinationRoutes, services);
			await v1.register(taskTypeRoutes, services);
			await v1.register(whoamiRoutes);
		},
		{ prefix: '/v1' },
	);
	return app;
}
