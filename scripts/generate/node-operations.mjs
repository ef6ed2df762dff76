// @ts-check

/**
 * What the Agent Knowledge node needs of the contract at run time. It is generated, because the node's package has no
 * runtime dependency and so imports nothing but types from the contract.
 * @param {import('./load-contract.mjs').Contract} contract
 */
export function nodeOperations({ operations, notShownSchema, LIMITS, UPLOAD_TYPES }) {
	const rows = Object.entries(operations).map(([id, { method, path, scope, retry, reply, ...more }]) => {
		const alsoAnswers = 'alsoAnswers' in more ? more.alsoAnswers : [];
		const savedOn503 = alsoAnswers.some((status) => status === 503) ? { savedOn503: true } : {};
		const anyReply = reply.schema === notShownSchema ? { anyReply: true } : {};
		return `${id}: ${JSON.stringify({ method, path, scope, retry, ...savedOn503, ...anyReply })},`;
	});
	return [
		'// Generated from api/ by `npm run generate`; do not edit.',
		'',
		'/**',
		' * Every endpoint of the customer API, as far as the nodes need it at run time. `savedOn503`: a 503 in the error',
		' * envelope means that the change is saved, and indexed later (specification, part 7). `anyReply`: the',
		' * specification does not show what a success carries, so it may be anything, or nothing.',
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
