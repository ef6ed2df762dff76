import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { TOKEN_ROLES, type TokenRole } from '../../config';
import { errorResponses } from '../schemas';

/** What each role is for, as docs/worker-configuration.md tells it. */
const MEANINGS: Readonly<Record<TokenRole, string>> = {
	read: 'every GET but those of `erase`: tasks, results and files, reviews, schedules, subscriptions, lists',
	start: 'start, cancel and steer tasks; schedules, subscriptions, uploads and waits',
	decide: 'approve, edit or reject a mail, and settle an uncertain one, through `POST /v1/tasks/{id}/decision`',
	erase: "find and erase one person's data, and read the reports: everything under `/v1/persons`",
	decode:
		"decrypt what Temporal keeps, also of people, for Temporal's own pages and command line: `POST /codec/decode`",
};

const whoamiSchema = z.object({
	name: z.string(),
	roles: z.array(z.enum(TOKEN_ROLES)).describe(TOKEN_ROLES.map((role) => `${role}: ${MEANINGS[role]}`).join('. ')),
});

/** Tells whether a token works; the credential's test asks it. */
export const whoamiRoutes: FastifyPluginCallbackZod = (app, _options, done) => {
	app.get(
		'/whoami',
		{
			config: { role: 'any' },
			schema: {
				tags: ['Lists'],
				summary: 'The name of the token that was sent, and what it may do',
				response: { 200: whoamiSchema, ...errorResponses },
			},
		},
		({ tokenName, tokenRoles }) => ({ name: tokenName, roles: [...(tokenRoles ?? [])] }),
	);
	done();
};
