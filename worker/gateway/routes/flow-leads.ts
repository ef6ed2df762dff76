import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { peekLead, takeLeads } from '../../tasks/hand-outs';
import type { LongPolls } from '../plugins/long-polls';
import {
	errorResponses,
	idempotencyHeaders,
	leasedLeadsSchema,
	optionalIdempotencyHeaders,
	peekedLeadSchema,
	renewedLeaseSchema,
	renewLeaseBody,
	settledLeadsSchema,
	settleLeadsBody,
	syncIdParams,
	takeLeadsBody,
	takeLeadsQuery,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'handOuts' | 'blobs'> & { longPolls: LongPolls };

/** The leads of a sync into a flow: take some, say how their execution ended, and look at the next one. */
export const flowLeadRoutes: FastifyPluginCallbackZod<Options> = (app, { handOuts, blobs, longPolls }, done) => {
	app.post(
		'/syncs/:id/leads/take',
		{
			config: { role: 'start', reach: ['task'], repeat: 'The key: a repeat takes the same leads.' },
			schema: {
				tags: ['Flow syncs'],
				summary:
					'Take the next leads. With `wait`, the response comes when a lead waits or after this number of seconds.',
				description:
					'The leads are leased: unless you renew the lease or settle the leads in time, they are handed out again, with the same ids. A lead that failed before comes alone.',
				headers: idempotencyHeaders,
				params: syncIdParams,
				querystring: takeLeadsQuery,
				body: takeLeadsBody,
				response: { 200: leasedLeadsSchema, ...errorResponses },
			},
		},
		({ params, query, body, headers }, reply) =>
			takeLeads(handOuts, blobs.store, {
				...body,
				id: params.id,
				takeId: headers['idempotency-key'],
				waitMs: query.wait * 1000,
				signal: longPolls.signalFor(reply),
			}),
	);

	app.post(
		'/syncs/:id/leads/renew',
		{
			config: { role: 'start', reach: ['task'], repeat: 'It renews the lease again.' },
			schema: {
				tags: ['Flow syncs'],
				summary: 'Keep a lease while the execution runs',
				headers: optionalIdempotencyHeaders,
				params: syncIdParams,
				body: renewLeaseBody,
				response: { 200: renewedLeaseSchema, ...errorResponses },
			},
		},
		async ({ params, body }) => ({ leads: await handOuts.renew(params.id, body.lease, body.leaseSeconds) }),
	);

	app.post(
		'/syncs/:id/leads/settle',
		{
			config: {
				role: 'start',
				reach: ['task'],
				repeat: 'A lead that is settled stays so. Its repeat is counted as ignored.',
			},
			schema: {
				tags: ['Flow syncs'],
				summary: 'Say how the execution ended for each lead',
				headers: optionalIdempotencyHeaders,
				params: syncIdParams,
				body: settleLeadsBody,
				response: { 200: settledLeadsSchema, ...errorResponses },
			},
		},
		({ params, body }) => handOuts.settle(params.id, body.lease, body.results),
	);

	app.get(
		'/syncs/:id/leads/peek',
		{
			config: { role: 'read', reach: ['task'] },
			schema: {
				tags: ['Flow syncs'],
				summary: 'Get the lead that comes next, without taking it',
				params: syncIdParams,
				response: { 200: peekedLeadSchema, ...errorResponses },
			},
		},
		async ({ params }) => ({ lead: await peekLead(handOuts, blobs.store, params.id) }),
	);
	done();
};
