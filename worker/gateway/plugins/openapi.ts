import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';

/** Describes every route that is registered after it, from the same schemas that check the requests. */
export async function addOpenApi(app: FastifyInstance, publicUrl: string | undefined): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Agent Knowledge task gateway',
				version: '1',
				description: 'Starts long tasks on the worker, tells how they go, and tells n8n when they have ended.',
				license: { name: 'MIT', identifier: 'MIT' },
			},
			servers: [{ url: publicUrl ?? '/' }],
			security: [{ token: [] }],
			components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
		},
		transform: jsonSchemaTransform,
	});
	app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}
