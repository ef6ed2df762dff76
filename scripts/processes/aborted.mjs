// @ts-check

/**
 * Rejects when a signal is given, with its reason.
 * @param {AbortSignal} signal
 * @returns {Promise<never>}
 */
export function aborted(signal) {
	return new Promise((_, reject) => {
		const fail = () => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
		if (signal.aborted) fail();
		signal.addEventListener('abort', fail, { once: true });
	});
}
