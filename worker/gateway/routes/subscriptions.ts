import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { SubscriptionFormat } from '../../../workflows/subscriptions/state';
import type { EventType } from '../../../workflows/task/event';
import type { TokenRole } from '../../config';
import type { SubscriptionChange, SubscriptionView } from '../../webhooks';
import { originOf } from '../../webhooks/webhook-address';
import { roleMissing } from '../plugins/bearer-token';
import {
	deliveryIdParams,
	deliveryListQuery,
	deliveryPageSchema,
	deliveryStartedSchema,
	errorResponses,
	foreignReceiver,
	idempotencyHeaders,
	optionalIdempotencyHeaders,
	sampleSchema,
	subscriptionBodySchema,
	subscriptionChangeSchema,
	subscriptionIdParams,
	subscriptionListSchema,
	subscriptionViewSchema,
	subscriptionWithSecretSchema,
} from '../schemas';
import type { GatewayServices } from '../services';
import { checkWebhookUrl, invalidReceiver, noMailServer } from '../../webhooks/allowed-receiver';

type Options = Pick<GatewayServices, 'subscriptions' | 'webhookHosts' | 'sendsMail' | 'connections'>;

const about = (summary: string) => ({ tags: ['Subscriptions'], summary });

/** Subscriptions to events. */
export const subscriptionRoutes: FastifyPluginCallbackZod<Options> = (app, options, done) => {
	const { subscriptions, webhookHosts, sendsMail, connections } = options;
	const check = (format: SubscriptionFormat, { url, connection }: Pick<SubscriptionChange, 'url' | 'connection'>) => {
		if (format === 'email' && !sendsMail) throw noMailServer();
		if (typeof url === 'string') checkWebhookUrl(url, webhookHosts);
		if (typeof connection === 'string') connections.get(connection);
	};
	/** A caller that changes the address would get the links, and one that deletes it would stop them. */
	const checkMayChange = async (request: FastifyRequest, id: string) => {
		const { events, format } = await subscriptions.get(id);
		checkMaySubscribe(request, events);
		return format;
	};

	app.post(
		'/subscriptions',
		{
			config: {
				role: 'start',
				repeat: 'The key: the same settings return the same subscription.',
			},
			schema: {
				...about(
					'Create a subscription for a program, a chat or mailboxes. The response has the secret that signs the messages.',
				),
				headers: idempotencyHeaders,
				body: subscriptionBodySchema,
				response: { 201: subscriptionWithSecretSchema, ...errorResponses },
			},
		},
		async (request, reply) => {
			const { headers, body } = request;
			checkMaySubscribe(request, body.events);
			check(body.format, body);
			const subscription = await subscriptions.create(headers['idempotency-key'], body);
			// A repeat returns the secret of the subscription as it is now, also if others changed its events.
			checkMaySubscribe(request, subscription.events);
			return reply.code(201).send(subscription);
		},
	);

	app.get(
		'/subscriptions',
		{
			config: { role: 'read' },
			schema: {
				...about('List all subscriptions, newest first. A new one shows after a moment.'),
				response: { 200: subscriptionListSchema, ...errorResponses },
			},
		},
		async (request) => {
			const [all, undelivered] = await Promise.all([subscriptions.list(), subscriptions.undelivered()]);
			const byId = new Map(undelivered.map(({ subscriptionId, ...what }) => [subscriptionId, what]));
			const items = all.map((each) => ({
				...presentSubscription(request, each),
				undelivered: byId.get(each.id) ?? null,
			}));
			return { items, webhookHosts: [...webhookHosts] };
		},
	);

	app.get(
		'/subscriptions/:id',
		{
			config: { role: 'read' },
			schema: {
				...about('Get one subscription'),
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
				repeat:
					'The key: the change is made once, even if others changed the subscription since. Another change gets 409.',
			},
			schema: {
				...about('Change a subscription. Pending messages use the new settings.'),
				params: subscriptionIdParams,
				headers: idempotencyHeaders,
				body: subscriptionChangeSchema,
				response: { 200: subscriptionViewSchema, ...errorResponses },
			},
		},
		async (request) => {
			const { params, headers, body } = request;
			const format = await checkMayChange(request, params.id);
			checkMaySubscribe(request, body.events ?? []);
			const foreign = foreignReceiver(format, body);
			if (foreign.length > 0) throw invalidReceiver(foreign);
			check(format, body);
			return subscriptions.change(params.id, headers['idempotency-key'], body);
		},
	);

	app.post(
		'/subscriptions/:id/rotate-secret',
		{
			config: {
				role: 'start',
				repeat: 'The key: a repeat returns the secret of the first response.',
			},
			schema: {
				...about('Create a new secret. For a day, messages are signed with the previous one, too.'),
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
				repeat: 'After the deletion, the response is 404 and nothing is done.',
			},
			schema: {
				...about('Delete a subscription, which then gets no further messages'),
				params: subscriptionIdParams,
				headers: optionalIdempotencyHeaders,
				response: { 204: z.null().describe('Deleted'), ...errorResponses },
			},
		},
		async (request, reply) => {
			await checkMayChange(request, request.params.id);
			await subscriptions.remove(request.params.id);
			return reply.code(204).send(null);
		},
	);

	app.get(
		'/subscriptions/:id/deliveries',
		{
			config: { role: 'read' },
			schema: {
				...about('List the deliveries of a subscription, newest first'),
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
				repeat: 'The key: it starts one delivery, however often you repeat it.',
			},
			schema: {
				...about('Resend an event of the log, with the same webhook-id'),
				params: deliveryIdParams,
				headers: idempotencyHeaders,
				response: { 202: deliveryStartedSchema, ...errorResponses },
			},
		},
		async ({ params, headers }, reply) =>
			reply.code(202).send(await subscriptions.resend(params.id, params.deliveryId, headers['idempotency-key'])),
	);

	app.post(
		'/subscriptions/:id/send-sample',
		{
			config: {
				role: 'start',
				repeat: 'The key: it sends one sample of the event, however often you repeat it.',
			},
			schema: {
				...about('Send an invented event, marked as a sample, to build and try a receiver'),
				params: subscriptionIdParams,
				headers: idempotencyHeaders,
				body: sampleSchema,
				response: { 202: deliveryStartedSchema, ...errorResponses },
			},
		},
		async ({ params, body, headers }, reply) =>
			reply.code(202).send(await subscriptions.sendSample(params.id, body.event, headers['idempotency-key'])),
	);
	done();
};

type Caller = Pick<FastifyRequest, 'callerName' | 'callerRoles' | 'signedInBy'>;

/** Contains the link to the review page. Everyone with the link may decide. */
const WITH_LINK: EventType = 'review.requested';

/** @throws Problem 403 if the token may not decide, because the event contains a link that decides */
function checkMaySubscribe({ callerName, callerRoles, signedInBy }: Caller, events: readonly EventType[]): void {
	const roles = callerRoles ?? [];
	if (mayHave(events, roles)) return;
	throw roleMissing('decide', { name: callerName, roles, signedInBy }, [
		{ path: 'events', message: `${WITH_LINK} carries the link to decide, so it needs the role decide` },
	]);
}

/**
 * As the caller may see it. An address can contain a secret, so only callers that may change it see the complete address,
 * and nobody that of a chat's webhook.
 */
function presentSubscription({ callerRoles }: Caller, subscription: SubscriptionView): SubscriptionView {
	const roles = callerRoles ?? [];
	const mayChange = roles.includes('start') && mayHave(subscription.events, roles);
	const { url } = subscription;
	return mayChange || url === null ? subscription : { ...subscription, url: originOf(url) };
}

function mayHave(events: readonly EventType[], roles: readonly TokenRole[]): boolean {
	return !events.includes(WITH_LINK) || roles.includes('decide');
}
