import { z } from 'zod';
import { type JsonSchema, jsonSchema } from '../json-schema';

/** One route of the gateway, as its own OpenAPI document has it. */
export interface Route {
	method: string;
	/** With {name} for each parameter. */
	path: string;
	params: Record<string, JsonSchema>;
	query: Record<string, JsonSchema>;
	/** Whether it takes an Idempotency-Key. */
	keyed: boolean;
	/** Of a JSON body; null: none, or one of bytes. */
	body: JsonSchema | null;
	/** A body that is no JSON. */
	bytes: boolean;
}

const documentSchema = z.object({
	paths: z.record(
		z.string(),
		z.record(
			z.string(),
			z.looseObject({
				parameters: z.array(z.looseObject({ in: z.string(), name: z.string(), schema: jsonSchema })).default([]),
				requestBody: z
					.looseObject({ content: z.record(z.string(), z.looseObject({ schema: jsonSchema.optional() })) })
					.optional(),
			}),
		),
	),
});

/** Every route that the gateway describes. */
export async function routesOf(url: string): Promise<Route[]> {
	const { paths } = documentSchema.parse(await (await fetch(`${url}/openapi.json`)).json());
	return Object.entries(paths).flatMap(([path, methods]) =>
		Object.entries(methods).map(([method, { parameters, requestBody }]) => {
			const of = (place: string) =>
				Object.fromEntries(parameters.filter((each) => each.in === place).map(({ name, schema }) => [name, schema]));
			return {
				method: method.toUpperCase(),
				path,
				params: of('path'),
				query: of('query'),
				keyed: Object.hasOwn(of('header'), 'idempotency-key'),
				body: requestBody?.content['application/json']?.schema ?? null,
				bytes: requestBody !== undefined && requestBody.content['application/json'] === undefined,
			};
		}),
	);
}
