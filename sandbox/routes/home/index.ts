import type { FastifyInstance } from 'fastify';
import home from './home.html';

/** A page for whoever opens the API's address in a browser. */
export function homePage(siteUrl: string) {
	const page = home.replace('{{siteUrl}}', siteUrl);
	return (app: FastifyInstance, _options: object, done: () => void): void => {
		app.get('/', (_request, reply) => reply.type('text/html; charset=utf-8').send(page));
		done();
	};
}
