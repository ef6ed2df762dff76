// @ts-check

/** @type {Record<import('../../api/index.js').RetrySafety, string>} */
const safetyInWords = {
	read: 'repeat freely',
	repeatable: 'repeat freely',
	delete: 'repeat freely; 404 is then success',
	'idempotency-key': 'same `idempotencyKey`, same content',
	'client-message-id': 'with `clientMessageId`; else look first',
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
		`All ${rows.length} endpoints, below \`/api/v1\`. The last column says what to do after an uncertain answer (a reset, a`,
		'timeout, 408, 5xx). "Look first": the service takes no key for this, so see what is there before trying again.',
		'After a refusal (any other 4xx, or no connection) nothing was done.',
		'',
		'| Operation | Method | Path | Scope | What it does | After an uncertain answer |',
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
