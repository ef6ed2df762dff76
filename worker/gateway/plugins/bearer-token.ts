import type { FastifyInstance } from 'fastify';
import { Problem } from '../../problem';
import type { Tokens } from '../tokens';

declare module 'fastify' {
	interface FastifyRequest {
		/** The name of the token the caller showed; empty on routes that ask for none. */
		tokenName: string;
	}
}

/** Asks for a known bearer token on every route of this scope, before anything of the request is looked at. */
export function requireToken(app: FastifyInstance, tokens: Tokens): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const name = tokens.nameOf(request.headers.authorization);
		if (name !== null) request.tokenName = name;
		done(name === null ? unauthorized(request.headers.authorization) : undefined);
	});
}

function unauthorized(authorization: string | undefined): Problem {
	return new Problem({
		type: 'unauthorized',
		title: 'The token is missing or not known',
		status: 401,
		detail:
			authorization === undefined
				? "Send the header Authorization: Bearer <token> with one of the tokens of the gateway's configuration."
				: "The gateway's configuration (gateway.tokens) has no such token. Check it for missing characters, and the address for the right gateway.",
	});
}
