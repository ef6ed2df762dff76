import multipart from '@fastify/multipart';
import type { FastifyInstance } from 'fastify';
import fastifyPlugin from 'fastify-plugin';

/** Who is refused in the middle of an upload has this long to read the answer while the rest is thrown away. */
const DISCARD_MS = 10_000;

/** Lets requests carry multipart forms, read by the operation that wants one. */
export const uploads = fastifyPlugin(async (app: FastifyInstance) => {
	await app.register(multipart, { throwFileSizeLimit: false });

	app.addHook('onResponse', (request, _reply, done) => {
		if (!request.raw.complete && !request.raw.destroyed) {
			const cut = setTimeout(() => request.raw.socket.destroy(), DISCARD_MS);
			cut.unref();
			request.raw.once('close', () => clearTimeout(cut));
			request.raw.resume();
		}
		done();
	});
});
