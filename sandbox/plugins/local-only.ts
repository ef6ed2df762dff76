import type { FastifyInstance, FastifyRequest } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import ipaddr from 'ipaddr.js';
import { ApiProblem } from '../problems/problems';

const LOCAL_NAMES = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Lets in the person at this machine alone, without a password: no other computer, no name of somebody else's that
 * points here (DNS rebinding), no form or frame of another website.
 */
export const localOnly = fastifyPlugin((app: FastifyInstance) => {
	app.addHook('onRequest', (request, reply, done) => {
		void reply.headers({
			'content-security-policy':
				"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
				"form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
			'x-content-type-options': 'nosniff',
			// Some browsers leave the origin of a form out under a stricter policy.
			'referrer-policy': 'same-origin',
			'cache-control': 'no-store',
		});
		const refusal = refusalOf(request);
		done(refusal === undefined ? undefined : forbidden(refusal));
	});
});

function refusalOf({ ip, hostname, host, method, headers }: FastifyRequest): string | undefined {
	if (ipaddr.process(ip).range() !== 'loopback') {
		return 'The dashboard answers on this machine only. From elsewhere, use the admin API with its token.';
	}
	if (!LOCAL_NAMES.includes(hostname)) {
		return `The dashboard answers to the names ${LOCAL_NAMES.join(', ')} only.`;
	}
	if (method === 'GET') return undefined;
	const isOwn = headers['sec-fetch-site'] === 'same-origin' || headers.origin === `http://${host}`;
	return isOwn ? undefined : 'This form was not sent from the dashboard. Programs use the admin API with its token.';
}

function forbidden(detail: string): ApiProblem {
	return new ApiProblem({ type: 'not_local', title: 'Not from here', status: 403, detail });
}
