import type { FastifyRequest } from 'fastify';
import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { SubscriptionFormat } from '../../../workflows/subscriptions/state';
import type { EventType } from '../../../workflows/task/event';
import { keyReused } from '../../problems/key-reused';
import type { Problem } from '../../problems/problem';
import type { SubscriptionChange, SubscriptionView } from '../../webhooks';
import { originOf } from '../../webhooks/webhook-address';
import { roleMissing } from '../plugins/bearer-token';
import { mayAt, type Reach, reachedConnections, reaches } from '../plugins/reach';
import {
	changedBotIssues,
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
	const check = (
		format: SubscriptionFormat,
		{ url, connection }: Pick<SubscriptionChange, 'url' | 'connection'>,
		reach: Reach,
	) => {
		if (format === 'email' && !sendsMail) throw noMailServer();
		if (typeof url === 'string') checkWebhookUrl(url, webhookHosts, { isNamed: reach === null });
		if (typeof connection === 'string') connections.get(connection);
	};
	/** A caller that changes the address would get the links, and one that deletes it would stop them. */
	const checkMayChange = async (request: FastifyRequest, id: string) => {
		const subscription = await subscriptions.get(id);
		checkMaySubscribe(request, subscription);
		return subscription;
	};
	/** @throws Problem 403 if the caller may not decide there, because the event contains a link that decides */
	const checkMaySubscribe = (request: FastifyRequest, to: Pick<SubscriptionView, 'events' | 'connection'>) => {
		if (!mayHave(request, to)) throw mayNotDecide(request);
	};
	const mayHave = ({ callerGrants }: FastifyRequest, to: Pick<SubscriptionView, 'events' | 'connection'>) =>
		!to.events.includes(WITH_LINK) || mayAt(callerGrants, 'decide', to.connection, connections);
	/**
	 * As the caller may see it. An address can contain a secret, so only callers that may change it see the complete
	 * address, and nobody that of a chat's webhook.
	 */
	const present = (request: FastifyRequest, subscription: SubscriptionView): SubscriptionView => {
		const { url, connection } = subscription;
		const mayChange = mayAt(request.callerGrants, 'start', connection, connections) && mayHave(request, subscription);
		return mayChange || url === null ? subscription : { ...subscription, url: originOf(url) };
	};

	app.post(
		'/subscriptions',
		{
			config: {
				role: 'start',
				reach: ['names'],
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
			checkMaySubscribe(request, body);
			check(body.format, body, request.reach);
			const subscription = await subscriptions.create(headers['idempotency-key'], body);
			// A repeat returns the secret of the subscription as it is now, also if others changed it.
			if (!reaches(request.reach, subscription.connection)) throw ofAnother(subscription.id);
			checkMaySubscribe(request, subscription);
			return reply.code(201).send(subscription);
		},
	);

	app.get(
		'/subscriptions',
		{
			config: { role: 'read', reach: ['lists'] },
			schema: {
				...about('List all subscriptions, newest first. A new one shows after a moment.'),
				response: { 200: subscriptionListSchema, ...errorResponses },
			},
		},
		async (request) => {
			const [all, undelivered] = await Promise.all([
				subscriptions.list(),
				subscriptions.undelivered(reachedConnections(request.reach)),
			]);
			const byId = new Map(undelivered.map(({ subscriptionId, ...what }) => [subscriptionId, what]));
			const within = all.filter(({ connection }) => reaches(request.reach, connection));
			const items = within.map((each) => ({
				...present(request, each),
				undelivered: byId.get(each.id) ?? null,
			}));
			// They are the receivers of everybody.
			return { items, webhookHosts: request.reach === null ? [...webhookHosts] : [] };
		},
	);

	app.get(
		'/subscriptions/:id',
		{
			config: { role: 'read', reach: ['subscription'] },
			schema: {
				...about('Get one subscription'),
				params: subscriptionIdParams,
				response: { 200: subscriptionViewSchema, ...errorResponses },
			},
		},
		async (request) => present(request, await subscriptions.get(request.params.id)),
	);

	app.patch(
		'/subscriptions/:id',
		{
			config: {
				role: 'start',
				reach: ['subscription', 'changedNames'],
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
			const { format, channel, events, connection } = await checkMayChange(request, params.id);
			checkMaySubscribe(request, {
				events: body.events ?? events,
				connection: body.connection === undefined ? connection : body.connection,
			});
			const foreign = [...foreignReceiver(format, body), ...changedBotIssues(channel, body)];
			if (foreign.length > 0) throw invalidReceiver(foreign);
			check(format, body, request.reach);
			return subscriptions.change(params.id, headers['idempotency-key'], body);
		},
	);

	app.post(
		'/subscriptions/:id/rotate-secret',
		{
			config: {
				role: 'start',
				reach: ['subscription'],
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
				reach: ['subscription'],
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
			config: { role: 'read', reach: ['subscription'] },
			schema: {
				...about('List the deliveries of a subscription, newest first'),
				params: subscriptionIdParams,
				querystring: deliveryListQuery,
				response: { 200: deliveryPageSchema, ...errorResponses },
			},
		},
		({ params, query, reach }) => subscriptions.deliveries(params.id, { ...query, within: reachedConnections(reach) }),
	);

	app.post(
		'/subscriptions/:id/deliveries/:deliveryId/resend',
		{
			config: {
				role: 'start',
				reach: ['subscription'],
				repeat: 'The key: it starts one delivery, however often you repeat it.',
			},
			schema: {
				...about('Resend an event of the log, with the same webhook-id'),
				params: deliveryIdParams,
				headers: idempotencyHeaders,
				response: { 202: deliveryStartedSchema, ...errorResponses },
			},
		},
		async ({ params: { id, deliveryId }, headers, reach }, reply) => {
			const key = headers['idempotency-key'];
			const resent = await subscriptions.resend(id, deliveryId, key, reachedConnections(reach));
			return reply.code(202).send(resent);
		},
	);

	app.post(
		'/subscriptions/:id/send-sample',
		{
			config: {
				role: 'start',
				reach: ['subscription'],
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

/** Who may change everything gave it to a connection that the caller does not reach. */
function ofAnother(id: string): Problem {
	return keyReused(
		`Nothing was done. This Idempotency-Key created ${id}, which is no longer yours. Use another key to create a new one.`,
	);
}

/** Contains the link to the review page. Everyone with the link may decide. */
const WITH_LINK: EventType = 'review.requested';

function mayNotDecide({ callerName: name, callerRoles, signedInBy }: FastifyRequest): Problem {
	return roleMissing('decide', { name, roles: callerRoles ?? [], signedInBy }, [
		{ path: 'events', message: `${WITH_LINK} carries the link to decide, so it needs the role decide` },
	]);
}
