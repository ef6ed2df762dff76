import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import {
	deliveryIdParams,
	deliveryListQuery,
	deliveryPageSchema,
	deliveryStartedSchema,
	errorResponses,
	idempotencyHeaders,
	optionalIdempotencyHeaders,
	subscriptionBodySchema,
	subscriptionChangeSchema,
	subscriptionIdParams,
	subscriptionListSchema,
	subscriptionViewSchema,
	subscriptionWithSecretSchema,
} from '../schemas';
import type { GatewayServices } from '../services';
import { checkMaySubscribe, presentSubscription } from '../subscription-rights';
import { checkWebhookUrl } from '../webhook-url';

type Options = Pick<GatewayServices, 'subscriptions' | 'webhookHosts' | 'connections'>;

const about = (summary: string) => ({ tags: ['Subscriptions'], summary });

/** Who is told of events. */
export const subscriptionRoutes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { subscriptions, webhookHosts, connections } = options;
	const check = ({ url, connection }: { url?: string; connection?: string | null }) => {
		if (url !== undefined) checkWebhookUrl(url, webhookHosts);
		if (typeof connection === 'string') connections.get(connection);
	};
	/** With another address the links would go to whoever changed it. */
	const checkMayChange = async (request: FastifyRequest, id: string) =>
		checkMaySubscribe(request, (await subscriptions.get(id)).events);

	app.post(
		'/subscriptions',
		{
			config: {
				role: 'start',
				repeat: 'The key: the same settings again are the same subscription.',
			},
			schema: {
				...about('Tell an address of events; the answer has the secret that signs the messages'),
				headers: idempotencyHeaders,
				body: subscriptionBodySchema,
				response: { 201: subscriptionWithSecretSchema, ...errorResponses },
			},
		},
		async (request, reply) => {
			const { headers, body } = request;
			checkMaySubscribe(request, body.events);
			check(body);
			return reply.code(201).send(await subscriptions.create(headers['idempotency-key'], body));
		},
	);

	app.get(
		'/subscriptions',
		{
			config: { role: 'read' },
			schema: {
				...about('All subscriptions as they are now, newest first; a new one may be missing for a moment'),
				response: { 200: subscriptionListSchema, ...errorResponses },
			},
		},
		async (request) => ({ items: (await subscriptions.list()).map((each) => presentSubscription(request, each)) }),
	);

	app.get(
		'/subscriptions/:id',
		{
			config: { role: 'read' },
			schema: {
				...about('One subscription'),
				params: subscriptionIdParams,
				response: { 200: subscriptionViewSchema, ...errorResponses },
			},
		},
		async (request) => presentSubscription(request, await subscriptions.get(request.params.id)),
	);

	app.patch(
		'/subscriptions/:id',
		{
			config: {
				role: 'start',
				repeat: 'The key: a change is made once, also when others changed it since; 409 with another change.',
			},
			schema: {
				...about('Change a subscription; messages on their way go by the new settings'),
				params: subscriptionIdParams,
				headers: idempotencyHeaders,
				body: subscriptionChangeSchema,
				response: { 200: subscriptionViewSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { params, headers, body } = request;
			await checkMayChange(request, params.id);
			checkMaySubscribe(request, body.events ?? []);
			check(body);
			return subscriptions.change(params.id, headers['idempotency-key'], body);
		},
	);

	app.post(
		'/subscriptions/:id/rotate-secret',
		{
			config: {
				role: 'start',
				repeat: 'The key: the answer has the secret that it made the first time.',
			},
			schema: {
				...about('Make a new secret; for a day messages are signed with the one before as well'),
				params: subscriptionIdParams,
				headers: idempotencyHeaders,
				response: { 200: subscriptionWithSecretSchema, ...errorResponses },
			},
		},
		async (request) => {
			await checkMayChange(request, request.params.id);
			return subscriptions.rotateSecret(request.params.id, request.headers['idempotency-key']);
		},
	);

	app.delete(
		'/subscriptions/:id',
		{
			config: {
				role: 'start',
				repeat: 'Once it is gone the answer is 404, and nothing is done.',
			},
			schema: {
				...about('Delete a subscription; nothing more is sent'),
				params: subscriptionIdParams,
				headers: optionalIdempotencyHeaders,
				response: { 204: z.null().describe('Deleted'), ...errorResponses },
			},
		},
		async ({ params }, reply) => {
			await subscriptions.remove(params.id);
			return reply.code(204).send(null);
		},
	);

	app.get(
		'/subscriptions/:id/deliveries',
		{
			config: { role: 'read' },
			schema: {
				...about('What was sent to it, newest first'),
				params: subscriptionIdParams,
				querystring: deliveryListQuery,
				response: { 200: deliveryPageSchema, ...errorResponses },
			},
		},
		({ params, query }) => subscriptions.deliveries(params.id, query),
	);

	app.post(
		'/subscriptions/:id/deliveries/:deliveryId/resend',
		{
			config: {
				role: 'start',
				repeat: 'The key: it begins one delivery, however often it is sent.',
			},
			schema: {
				...about('Send an event of the log again, with the same webhook-id'),
				params: deliveryIdParams,
				headers: idempotencyHeaders,
				response: { 202: deliveryStartedSchema, ...errorResponses },
			},
		},
		async ({ params, headers }, reply) =>
			reply.code(202).send(await subscriptions.resend(params.id, params.deliveryId, headers['idempotency-key'])),
	);
	done();
};
