import type { FastifyInstance } from 'fastify';
import type { TokenRole } from '../../config';

declare module 'fastify' {
	interface FastifyContextConfig {
		/** The role that a token needs here; `any`: every token will do. Each route under /v1 says it. */
		role?: TokenRole | 'any';
		/** What makes it safe to send the request again. Each route under /v1 that is no GET says it. */
		repeat?: string;
	}
}

/** Makes sure that each route of this scope says which role it needs and, where it writes, what a repeat does. */
export function requireRouteRules(app: FastifyInstance): void {
	app.addHook('onRoute', ({ method, url, config }) => {
		if (config?.role === undefined) throw new Error(`The route ${String(method)} ${url} names no role.`);
		const reads = [method].flat().every((each) => each === 'GET' || each === 'HEAD');
		if (!reads && config.repeat === undefined)
			throw new Error(`The route ${String(method)} ${url} does not say what makes a repeat safe.`);
	});
}
