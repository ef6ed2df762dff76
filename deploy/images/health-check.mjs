// @ts-check
/**
 * The health check of the images: `node health-check.mjs ADDRESS…` ends with 0 if one of the addresses answers with a
 * status below 400. The images have neither a shell tool nor curl that could do it.
 */
const TIMEOUT_MS = 8_000;

try {
	await Promise.any(process.argv.slice(2).map(check));
} catch (error) {
	const reasons = error instanceof AggregateError ? error.errors : [error];
	console.error(reasons.map(String).join('\n'));
	process.exitCode = 1;
}

/** @param {string} address */
async function check(address) {
	const response = await fetch(address, { signal: AbortSignal.timeout(TIMEOUT_MS) });
	if (!response.ok) throw new Error(`${address} answers ${response.status}: ${await response.text()}`);
}
