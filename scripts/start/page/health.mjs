// @ts-check

const ANSWER_MS = 1_500;

/**
 * Whether an address responds successfully now.
 * @param {string} url
 * @returns {Promise<boolean>}
 */
export async function isHealthy(url) {
	try {
		const response = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
		await response.body?.cancel();
		return response.ok;
	} catch {
		return false;
	}
}
