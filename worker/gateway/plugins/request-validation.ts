import { z } from 'zod';
import type { FastifyInstance, FastifyRequest, FastifySchemaCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { VERSION } from '../../config';
import { Problem, type ProblemIssue } from '../../problems/problem';
import { fieldIssues, issueText } from '../../problems/validation';

/** A newer caller may send what this version does not know. */
const UNKNOWN_KEY = `is unknown to this gateway (version ${VERSION}); remove it`;

/** Header names as people write them, where an issue names one. */
const HEADER_NAMES = new Map([
	['idempotency-key', 'Idempotency-Key'],
	['if-match', 'If-Match'],
	['if-none-match', 'If-None-Match'],
]);

declare module 'fastify' {
	interface FastifyContextConfig {
		/** Why the address may have parameters that the route does not read. Default: it may not, unless it is hidden. */
		anyQuery?: string;
	}
}

/** Requests are checked and replies written by the zod schemas of the routes. */
export function addValidation(app: FastifyInstance): void {
	app.setValidatorCompiler(validatorCompiler);
	app.setSerializerCompiler(serializerCompiler);
	app.addHook('onRoute', ({ method, url, schema }) => {
		if (schema?.querystring === undefined || schema.querystring instanceof z.ZodObject) return;
		throw new Error(`The route ${String(method)} ${url} does not name its query parameters.`);
	});
	app.addHook('preValidation', (request, _reply, done) => {
		refuseUnreadParameters(request);
		done();
	});
}

/**
 * A filter that a route does not read would leave everything in its list. Pages and their files are hidden, and open with
 * whatever mail programs add to a link.
 * @throws Problem
 */
function refuseUnreadParameters({ query, routeOptions: { url, schema, config } }: FastifyRequest): void {
	if (url === undefined || schema?.hide === true || config.anyQuery !== undefined) return;
	const taken = schema?.querystring instanceof z.ZodObject ? Object.keys(schema.querystring.shape) : [];
	const unread = Object.keys(z.record(z.string(), z.unknown()).parse(query)).filter((name) => !taken.includes(name));
	if (unread.length === 0) return;
	const takes = taken.length === 0 ? 'none' : taken.join(', ');
	const message = `is no parameter of this request; it takes ${takes}; remove it, or update the gateway (version ${VERSION})`;
	throw refusal(unread.map((path) => ({ path, message })));
}

/** Checks an input whose schema depends on the request. @throws Problem as an invalid body does */
export function checkedInput<Value>(schema: z.ZodType<Value>, value: unknown): Value {
	const result = schema.safeParse(value, { error: issueText });
	if (result.success) return result.data;
	throw invalidRequest(result.error.issues, 'body');
}

const validatorCompiler: FastifySchemaCompiler<z.ZodType> = ({ schema, httpPart }) => {
	return (data: unknown) => {
		const result = schema.safeParse(data, { error: issueText });
		if (result.success) return { value: result.data };
		return { error: invalidRequest(result.error.issues, httpPart ?? 'body') };
	};
};

function invalidRequest(zodIssues: z.core.$ZodIssue[], httpPart: string): Problem {
	const issues = zodIssues
		.flatMap((issue) => fieldIssues(issue, UNKNOWN_KEY))
		.map(({ path, message }) => ({ path: pathText(path, httpPart), message }));
	return refusal(issues);
}

function refusal(issues: ProblemIssue[]): Problem {
	const first = issues.map(({ path, message }) => `${path} ${message}`).join('; ');
	return new Problem({
		type: 'invalid_request',
		title: 'The request is not valid',
		status: 400,
		detail: `Nothing was done. ${first}.`,
		issues,
	});
}

function pathText(path: readonly PropertyKey[], httpPart: string): string {
	const text = path.map(String).join('.');
	if (text === '') return httpPart;
	return httpPart === 'headers' ? (HEADER_NAMES.get(text) ?? text) : text;
}
