import type { z } from 'zod';
import type { FastifyInstance, FastifySchemaCompiler } from 'fastify';
import { serializerCompiler } from 'fastify-type-provider-zod';
import { VERSION } from '../../config';
import { Problem } from '../../problems/problem';
import { fieldIssues, issueText } from '../../problems/validation';

/** A newer caller may send what this version does not know. */
const UNKNOWN_KEY = `is unknown to this gateway (version ${VERSION}); remove it`;

/** Header names as people write them, where an issue names one. */
const HEADER_NAMES = new Map([
	['idempotency-key', 'Idempotency-Key'],
	['if-match', 'If-Match'],
	['if-none-match', 'If-None-Match'],
]);

/** Requests are checked and replies written by the zod schemas of the routes. */
export function addValidation(app: FastifyInstance): void {
	app.setValidatorCompiler(validatorCompiler);
	app.setSerializerCompiler(serializerCompiler);
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
