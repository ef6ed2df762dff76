import type { IHttpRequestOptions } from 'n8n-workflow';
import { z } from 'zod';
import { type Operation, type OperationId, operations } from '../../../../api';

/** A request of the node, as the contract's table sees it. */
export interface ContractRequest {
	/** Undefined: the contract has no such endpoint. */
	id: OperationId | undefined;
	query: unknown;
	body: unknown;
}

export function contractRequest({ method, url, qs, body }: IHttpRequestOptions): ContractRequest {
	const path = new URL(url).pathname.replace('/api/v1', '');
	const ids = Object.keys(operations) as OperationId[];
	const id = ids.find((one) => operations[one].method === method && patternOf(operations[one]).test(path));
	return { id, query: qs ?? {}, body };
}

function patternOf({ path }: Operation): RegExp {
	// /cod-confirmations/metrics is no confirmation.
	return new RegExp(`^${path.replaceAll(/\{\w+\}/g, '(?!metrics$)[^/]+')}$`);
}

/** The fields of a JSON object, `settings.name` for one inside another; a list is one field. */
export function pathsOf(value: unknown, prefix = ''): string[] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([name, inner]: [string, unknown]) => {
		const isObject = typeof inner === 'object' && inner !== null && !Array.isArray(inner);
		return isObject ? pathsOf(inner, `${prefix}${name}.`) : [`${prefix}${name}`];
	});
}

const jsonSchema = z.looseObject({
	get properties() {
		return z.record(z.string(), jsonSchema).optional();
	},
	get oneOf() {
		return z.array(jsonSchema).optional();
	},
	get anyOf() {
		return z.array(jsonSchema).optional();
	},
});

/** The fields that a schema has, in the same form. */
export function pathsOfSchema(schema: z.ZodType): string[] {
	const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
	return [...new Set(pathsOfJsonSchema(jsonSchema.parse(json), ''))];
}

function pathsOfJsonSchema(schema: z.infer<typeof jsonSchema>, prefix: string): string[] {
	const variants = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])].flatMap((one) => pathsOfJsonSchema(one, prefix));
	const own = Object.entries(schema.properties ?? {}).flatMap(([name, inner]) => {
		const inside = pathsOfJsonSchema(inner, `${prefix}${name}.`);
		return inside.length > 0 ? inside : [`${prefix}${name}`];
	});
	return [...own, ...variants];
}
