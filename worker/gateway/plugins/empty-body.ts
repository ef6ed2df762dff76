import type { FastifyInstance } from 'fastify';

/**
 * Takes a body of no bytes as no body, whatever Content-Type a client announces: `curl -d ''` says it is a form, and many
 * clients say JSON with each request. A route that needs a body then refuses by its schema, naming what is missing.
 */
export function takeEmptyAsNoBody(app: FastifyInstance): void {
	app.addHook('onRequest', (request, _reply, done) => {
		const { 'content-length': length = '0', 'transfer-encoding': coding } = request.headers;
		if (length === '0' && coding === undefined) delete request.headers['content-type'];
		done();
	});
	// Only reading tells that a body sent in chunks is empty.
	const parse = app.getDefaultJsonParser('error', 'error');
	app.removeContentTypeParser('application/json');
	app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
		if (body === '') done(null, undefined);
		else void parse(request, String(body), done);
	});
}
