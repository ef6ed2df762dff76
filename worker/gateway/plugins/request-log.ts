import type { FastifyInstance } from 'fastify';

/** One line a request, without query string, headers, body and links to reviews: those may hold secrets. */
export function addRequestLog(app: FastifyInstance): void {
	app.addHook('onResponse', (request, reply, done) => {
		request.log[isProbe(request.url) ? 'debug' : 'info'](
			{
				method: request.method,
				path: request.url.replace(/\?.*$/s, '').replace(/^\/review\/.*/, '/review/[redacted]'),
				status: reply.statusCode,
				ms: Math.round(reply.elapsedTime),
				...(request.tokenName === '' ? {} : { client: request.tokenName }),
			},
			'request',
		);
		done();
	});
}

/** Probes come every few seconds and would hide the rest. */
function isProbe(url: string): boolean {
	return url === '/healthz';
}
