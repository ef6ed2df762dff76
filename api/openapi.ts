import { STATUS_CODES } from 'node:http';
import {
	createDocument,
	type ZodOpenApiOperationObject,
	type ZodOpenApiPathsObject,
	type ZodOpenApiResponsesObject,
} from 'zod-openapi';
import { z } from 'zod';
import { operations, type Operation } from './operations';
import { errorSchema } from './schemas';
import { SCOPES } from './scopes';

const COMMON_ERRORS = [400, 401, 403, 404, 429] as const;

const rateLimitHeaders = z.object({
	'X-RateLimit-Limit': z.string().meta({ description: 'Requests per minute and key.' }),
	'X-RateLimit-Remaining': z.string().meta({ description: 'Requests left in this minute.' }),
	'X-RateLimit-Reset': z
		.string()
		.meta({ description: 'Time of the next reset. The specification does not state its format.' }),
});

const tooManyHeaders = rateLimitHeaders.extend({
	'Retry-After': z.string().meta({ description: 'Seconds to wait.' }),
});

const envelope = errorSchema.meta({ id: 'Error', description: 'The error envelope of every error response.' });

/**
 * The service's own description (specification, part 9), made from the table: /api/v1/openapi.json.
 *
 * @param serverUrl address of the service without /api/v1
 */
export function openApiDocument({ serverUrl }: { serverUrl: string }): ReturnType<typeof createDocument> {
	const paths: ZodOpenApiPathsObject = {};
	for (const [id, operation] of Object.entries<Operation>(operations)) {
		const method = operation.method.toLowerCase() as 'get' | 'post' | 'patch' | 'delete';
		paths[operation.path] = { ...paths[operation.path], [method]: describe(id, operation) };
	}
	return createDocument({
		openapi: '3.1.0',
		info: {
			title: 'Agent Knowledge and Messaging Service: customer API',
			version: '1',
			description: `Scopes of an API key: ${SCOPES.join(', ')}.`,
		},
		servers: [{ url: `${serverUrl.replace(/(?<!\/)\/+$/, '')}/api/v1` }],
		security: [{ apiKey: [] }],
		tags: describeTags(),
		components: { securitySchemes: { apiKey: { type: 'http', scheme: 'bearer' } } },
		paths,
	});
}

/** Each part of the service, with what its operations are for. */
function describeTags() {
	const summaries = new Map<string, string[]>();
	for (const { tag, summary } of Object.values<Operation>(operations)) {
		summaries.set(tag, [...(summaries.get(tag) ?? []), summary]);
	}
	return [...summaries].map(([name, purposes]) => ({ name, description: `${purposes.join('. ')}.` }));
}

function describe(operationId: string, operation: Operation): ZodOpenApiOperationObject {
	const { scope, summary, tag, params, query } = operation;
	return {
		operationId,
		summary,
		description: scope === null ? 'Any valid key may read it.' : `Needs the scope \`${scope}\`.`,
		tags: [tag],
		// In OpenAPI 3.1 a bearer scheme may name the roles it needs.
		security: [{ apiKey: scope === null ? [] : [scope] }],
		requestParams: { ...(params === null ? {} : { path: params }), ...(query === null ? {} : { query }) },
		...bodyOf(operation),
		responses: responsesOf(operation),
	};
}

function bodyOf({ body }: Operation): Pick<ZodOpenApiOperationObject, 'requestBody'> {
	if (body === null) return {};
	const content =
		body.kind === 'json'
			? { 'application/json': { schema: body.schema } }
			: { 'multipart/form-data': { schema: z.object({ [body.field]: z.file() }) } };
	return { requestBody: { required: true, content } };
}

function responsesOf({ reply, alsoAnswers = [] }: Operation): ZodOpenApiResponsesObject {
	const responses: ZodOpenApiResponsesObject = {
		[`${reply.status}`]: {
			description: 'Done.',
			headers: rateLimitHeaders,
			content: { 'application/json': { schema: reply.schema } },
		},
		default: errorResponse('Any other error.', rateLimitHeaders),
	};
	for (const status of [...COMMON_ERRORS, ...alsoAnswers]) {
		const description = status === 503 ? 'Saved. Indexing follows later.' : `${STATUS_CODES[status] ?? 'Error'}.`;
		responses[`${status}`] = errorResponse(description, status === 429 ? tooManyHeaders : rateLimitHeaders);
	}
	return responses;
}

function errorResponse(description: string, headers: typeof rateLimitHeaders) {
	return { description, headers, content: { 'application/json': { schema: envelope } } };
}
