// @ts-check

/** @type {Record<import('../../api/index.js').RetrySafety, string>} */
const safetyInWords = {
	read: 'repeat freely',
	repeatable: 'repeat freely',
	delete: 'repeat freely; a 404 on the repeat is success',
	'idempotency-key': 'same `idempotencyKey`, same content',
	'client-message-id': 'same `clientMessageId`; without one, look first',
	'write-once': 'look first',
	never: 'never',
};

/**
 * The page docs/operations.md.
 * @param {import('./load-contract.mjs').Contract} contract
 */
export function operationsPage({ operations }) {
	const rows = Object.entries(operations).map(([id, { method, path, scope, summary, retry }]) => {
		return `| \`${id}\` | ${method} | \`${path}\` | ${scope ?? 'none stated'} | ${summary} | ${retryInWords(retry)} |`;
	});
	return [
		'<!-- Generated from api/operations by `npm run generate`; do not edit. -->',
		'',
		'# Operations of the customer API',
		'',
		`For developers: this page lists all ${rows.length} endpoints of the customer API, below \`/api/v1\`, with their scopes and`,
		'retry rules.',
		'',
		'For example, after a timeout of `addSource` read the list of sources first. If the source is not there, send the request',
		'again.',
		'',
		'The last column says what to do after a lost response (a reset, a timeout, 408, 5xx). "Look first" means: the service',
		'has no key for this request, so check for its effect before a retry. After a refusal (any other 4xx, or no',
		'connection) nothing was done.',
		'',
		'| Operation | Method | Path | Scope | What it does | After a lost response |',
		'| --- | --- | --- | --- | --- | --- |',
		...rows,
		'',
	].join('\n');
}

/** @param {import('../../api/index.js').Operation['retry']} retry */
function retryInWords(retry) {
	if (typeof retry === 'string') return safetyInWords[retry];
	const safeties = [...new Set(Object.values(retry.of))];
	return safeties
		.map((safety) => {
			const values = Object.keys(retry.of).filter((value) => retry.of[value] === safety);
			return `${values.join(', ')}: ${safetyInWords[safety]}`;
		})
		.join('<br>');
}
