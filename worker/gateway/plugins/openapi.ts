import swagger, { type FastifyDynamicSwaggerOptions } from '@fastify/swagger';
import type { FastifyContextConfig, FastifyInstance } from 'fastify';
import { jsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';

type Transform = NonNullable<FastifyDynamicSwaggerOptions['transform']>;
type Transformed = ReturnType<Transform>;
type TransformObject = NonNullable<FastifyDynamicSwaggerOptions['transformObject']>;

/** Describes every route that is registered after it, from the same schemas that check the requests. */
export async function addOpenApi(app: FastifyInstance, publicUrl: string | undefined): Promise<void> {
	await app.register(swagger, {
		openapi: {
			openapi: '3.1.0',
			info: {
				title: 'Agent Knowledge task gateway',
				version: '1',
				description: 'Starts long tasks on the worker, reports their progress, and notifies n8n when they have ended.',
				license: { name: 'MIT', identifier: 'MIT' },
			},
			servers: [{ url: publicUrl ?? '/' }],
			security: [{ token: [] }],
			components: { securitySchemes: { token: { type: 'http', scheme: 'bearer' } } },
		},
		transform: (document) => withRules(jsonSchemaTransform(document), document.route.config),
		transformObject: withOptionalBodies,
	});
	app.get('/openapi.json', { schema: { hide: true } }, () => app.swagger());
}

/** What the route itself says: the role, in OpenAPI's place for it, why a repeat is safe, and why it takes any query. */
function withRules({ schema, url }: Transformed, config: FastifyContextConfig = {}): Transformed {
	const { role = 'any', repeat, anyQuery } = config;
	const roles = role === 'any' ? {} : { security: [{ token: [role] }] };
	const repeats = repeat === undefined ? {} : { 'x-repeat': repeat };
	const rules = [
		...(repeat === undefined ? [] : [`Sent again: ${repeat}`]),
		...(anyQuery === undefined ? [] : [`Query parameters: ${anyQuery}`]),
	];
	const texts = [schema.description, ...rules].filter(Boolean);
	const description = rules.length === 0 ? {} : { description: texts.join('\n\n') };
	return { schema: { ...schema, ...roles, ...repeats, ...description }, url };
}

/** A body that may be null is optional. The plugin marks every body as required. */
function withOptionalBodies(document: Parameters<TransformObject>[0]): ReturnType<TransformObject> {
	if (!('openapiObject' in document)) throw new Error('This is not an OpenAPI document.');
	const { openapiObject } = document;
	for (const item of Object.values(openapiObject.paths ?? {}))
		for (const body of [item?.post?.requestBody, item?.put?.requestBody, item?.patch?.requestBody])
			if (body !== undefined && 'content' in body && mayBeNull(body.content['application/json']?.schema))
				body.required = false;
	return openapiObject;
}

function mayBeNull(schema: object | undefined): boolean {
	return schemaOfChoice.safeParse(schema).data?.anyOf.some(({ type }) => type === 'null') === true;
}

const schemaOfChoice = z.object({ anyOf: z.array(z.object({ type: z.unknown() })) });
