import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';
import type { Settings } from '../runtime/settings';

/** Leaves out of errors what the specification does not promise, where the settings say so. */
export const errorDetails = fastifyPlugin((app: FastifyInstance, { settings }: { settings: Settings }, done) => {
	app.addHook('preSerialization', (_request, reply, payload, next) => {
		next(null, reply.statusCode >= 400 ? inSetForm(payload, settings) : payload);
	});
	done();
});

function inSetForm(problem: unknown, { current: { errorDetails: form } }: Settings): unknown {
	if (form === 'given' || typeof problem !== 'object' || problem === null) return problem;
	const rest = Object.fromEntries(Object.entries(problem).filter(([name]) => name !== 'detail' && name !== 'issues'));
	return form === 'null' ? { ...rest, detail: null, issues: null } : rest;
}
