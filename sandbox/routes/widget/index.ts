import { join } from 'node:path';
import cors from '@fastify/cors';
import staticFiles from '@fastify/static';
import type { FastifyInstance } from 'fastify';
import { BROWSER_FILES } from '../../browser-files';
import { type WidgetServices, widgetConversations } from './conversations';

/**
 * The chat on websites (specification, part 1): its script, and routes of its own that need no API key. Any website may
 * call them: they know an agent by its public id, a conversation by its unguessable one, and no visitor at all.
 */
export function widget(services: WidgetServices) {
	return async (app: FastifyInstance): Promise<void> => {
		await app.register(staticFiles, {
			root: join(BROWSER_FILES, 'widget'),
			prefix: '/widget/',
			// Modules are loaded across origins.
			setHeaders: (reply) => void reply.setHeader('access-control-allow-origin', '*'),
		});
		app.get('/widget.js', (_request, reply) => reply.sendFile('widget.js'));
		// Below a path of its own: what other websites may ask ends here, and the customer API is not for browsers.
		await app.register(
			async (routes) => {
				await routes.register(cors, { origin: '*', methods: ['GET', 'POST'] });
				widgetConversations(routes, services);
			},
			{ prefix: '/widget' },
		);
	};
}
