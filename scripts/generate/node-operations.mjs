// @ts-check
import { z } from 'zod';
import { listAt, valueAt } from '../json.mjs';

/**
 * What the Agent Knowledge node needs of the contract at run time. It is generated, because the node's package has no
 * runtime dependency and imports only types from the contract.
 * @param {import('./load-contract.mjs').Contract} contract
 */
export function nodeOperations({ operations, notShownSchema, LIMITS, UPLOAD_TYPES }) {
	const rows = Object.entries(operations).map(([id, { method, path, scope, retry, reply, ...more }]) => {
		const alsoAnswers = 'alsoAnswers' in more ? more.alsoAnswers : [];
		const savedOn503 = alsoAnswers.some((status) => status === 503) ? { savedOn503: true } : {};
		const anyReply = reply.schema === notShownSchema ? { anyReply: true } : {};
		const needs = retry === 'repeatable' || retry === 'delete' ? {} : neededOf(reply.schema, method === 'GET');
		return `${id}: ${JSON.stringify({ method, path, scope, retry, ...savedOn503, ...anyReply, ...needs })},`;
	});
	return [
		'// Generated from api/ by `npm run generate`; do not edit.',
		'',
		'/**',
		' * Every endpoint of the customer API, with what the nodes need of it at run time:',
		' * - `savedOn503`: a 503 in the error envelope means that the change is saved, and indexed later (specification,',
		' *   part 7).',
		' * - `anyReply`: the specification does not show the body of a success, so any body or none is valid.',
		' * - `lists`, `needs`: the lists and the other fields that a valid response has. A change that may be repeated has',
		' *   none.',
		' */',
		'export const operations = {',
		...rows,
		'} as const;',
		'',
		'export type OperationId = keyof typeof operations;',
		'',
		'/** Limits of the service: sizes in bytes, the rate in requests per minute and key. */',
		`export const limits = ${JSON.stringify(LIMITS)} as const;`,
		'',
		'/** Media types of the files that can be uploaded, by extension. */',
		`export const uploadTypes = ${JSON.stringify(UPLOAD_TYPES)} as const;`,
		'',
	].join('\n');
}

/**
 * The fields that identify a valid response: its lists, and its content or ids. If the specification names none of
 * them, the response needs all stated fields, or is free-form.
 * @param {z.ZodType} schema of a reply
 * @param {boolean} isRead a write has taken effect even if a list is missing in its response
 * @returns {{ lists?: string[], needs?: string[] }}
 */
function neededOf(schema, isRead) {
	const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
	const required = listAt(json, 'required').map(String);
	const lists = required.filter((field) => isRead && valueAt(json, 'properties', field, 'type') === 'array');
	const isObject = (/** @type {string} */ field) => valueAt(json, 'properties', field, 'properties') !== undefined;
	const known = required.filter((field) => isObject(field) || /^id$|^(session|delivery)Id$/.test(field));
	const needs = lists.length + known.length === 0 ? required : known;
	return { ...(lists.length > 0 && { lists }), ...(needs.length > 0 && { needs }) };
}
