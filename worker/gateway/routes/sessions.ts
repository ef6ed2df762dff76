import type { FastifyPluginCallbackZod } from 'fastify-type-provider-zod';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Problem } from '../../problems/problem';
import type { BrowserSessions } from '../plugins/browser-sessions';
import type { RateLimits } from '../plugins/rate-limits';
import { errorResponses, sessionSchema, signInCodeBody, signInCodeSchema } from '../schemas';

interface Options {
	sessions: BrowserSessions;
}

/** Signing in a browser, for who has a token. Below /v1. */
export const sessionRoutes: FastifyPluginCallbackZod<Options> = (app, { sessions }, done) => {
	app.post(
		'/session',
		{
			config: { role: 'any', reach: ['all'], repeat: 'It replaces the session of this browser.' },
			schema: {
				tags: ['Sign-in'],
				summary: 'Sign in this browser with a token, until it closes and for 12 hours at most',
				description:
					'The cookie of the response signs in all tabs of the browser. Scripts cannot read it, and the gateway accepts it from its own pages alone.',
				response: { 200: sessionSchema, ...errorResponses },
			},
		},
		(request, reply) => {
			checkHasToken(request);
			return { expiresAt: new Date(sessions.begin(request, reply)).toISOString() };
		},
	);

	app.delete(
		'/session',
		{
			config: { role: 'any', reach: ['all'], repeat: 'It signs out again.' },
			schema: {
				tags: ['Sign-in'],
				summary: 'Sign out this browser',
				response: { 204: z.null().describe('Signed out'), ...errorResponses },
			},
		},
		async (request, reply) => {
			sessions.end(request, reply);
			return reply.code(204).send(null);
		},
	);

	app.post(
		'/sign-in-codes',
		{
			config: {
				role: 'any',
				reach: ['all'],
				repeat: 'Each request gets a code of its own, which signs in one browser.',
			},
			schema: {
				tags: ['Sign-in'],
				summary: 'Get a code for a link that signs in one browser, within a minute',
				description:
					'Append it to an address of the console as #code=<code>. It has the roles of the token that asks for it.',
				response: { 200: signInCodeSchema, ...errorResponses },
			},
		},
		(request) => {
			checkHasToken(request);
			const { code, expiresAt } = sessions.codeFor(request);
			return { code, expiresAt: new Date(expiresAt).toISOString() };
		},
	);
	done();
};

/** For the page that a link with a code has opened. The code alone signs in. */
export const signInCodeRoutes: FastifyPluginCallbackZod<Options & { countRefused: RateLimits['byAddress'] }> = (
	app,
	{ sessions, countRefused },
	done,
) => {
	app.post(
		'/session',
		{
			schema: {
				tags: ['Sign-in'],
				summary: 'Sign in this browser with the code of a link',
				security: [],
				body: signInCodeBody,
				response: { 200: sessionSchema, ...errorResponses },
			},
		},
		async (request, reply) => {
			try {
				return { expiresAt: new Date(sessions.redeem(request, reply, request.body.code)).toISOString() };
			} catch (error) {
				// A good code is not counted: whoever else has the address may have guessed.
				await countRefused(request);
				throw error;
			}
		},
	);
	done();
};

/** A session must not prolong itself, and a person of a proxy is signed in there. */
function checkHasToken({ signedInBy }: FastifyRequest): void {
	if (signedInBy === 'token') return;
	throw new Problem({
		type: 'token_needed',
		title: 'This needs a token',
		status: 403,
		detail: 'Nothing was done. Send the header Authorization: Bearer <token> with a token of the gateway.',
	});
}
