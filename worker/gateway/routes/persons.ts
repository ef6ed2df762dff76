import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { PersonSearchView } from '../../privacy';
import type { LongPolls } from '../plugins/long-polls';
import {
	errorResponses,
	idempotencyHeaders,
	personBodySchema,
	personSearchIdParams,
	personSearchSchema,
	taskReadQuery,
} from '../schemas';
import type { GatewayServices } from '../services';

type Options = Pick<GatewayServices, 'persons'> & { longPolls: LongPolls };

const WORDS = {
	find: "Find one person's data, and change nothing",
	erase: "Erase one person's data. A second erasure is safe.",
} as const;

/** One person's data. */
export const personRoutes: FastifyPluginCallbackZod<Options> = (app, { persons, longPolls }, done) => {
	for (const mode of ['find', 'erase'] as const) {
		app.post(
			`/persons/${mode}`,
			{
				config: {
					role: 'erase',
					reach: ['none'],
					repeat: 'The key: it returns the same search, even after its end. It starts a failed search again.',
				},
				schema: {
					tags: ['Persons'],
					summary: WORDS[mode],
					headers: idempotencyHeaders,
					body: personBodySchema,
					response: { 202: personSearchSchema, ...errorResponses },
				},
			},
			async ({ headers, body }, reply) => {
				const search = { mode, idempotencyKey: headers['idempotency-key'], person: body };
				return reply.code(202).send(present(await persons.start(search)));
			},
		);
	}

	app.get(
		'/persons/:id',
		{
			config: { role: 'erase', reach: ['none'] },
			schema: {
				tags: ['Persons'],
				summary:
					'Get the progress and the report of a search. With `wait`, the response comes at its end or after this number of seconds.',
				params: personSearchIdParams,
				querystring: taskReadQuery,
				response: { 200: personSearchSchema, ...errorResponses },
			},
		},
		async ({ params: { id }, query: { wait } }, reply) =>
			present(wait === 0 ? await persons.get(id) : await persons.waitFor(id, wait * 1000, longPolls.signalFor(reply))),
	);
	done();
};

function present(view: PersonSearchView) {
	return { ...view, links: { self: `/v1/persons/${encodeURIComponent(view.id)}` } };
}
