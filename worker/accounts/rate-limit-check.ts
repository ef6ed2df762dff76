import type { ResponseInfo } from '../../api';

interface Warns {
	warn(fields: object, message: string): void;
}

/**
 * Compares the key's limit, as reported by the service, with the setting. Warns once per different value: a setting that
 * is too high causes 429, one that is too low wastes calls.
 * @param keyLimit the setting, or the sum of the settings of all connections with this key
 */
export function rateLimitCheck(connection: string, keyLimit: number, log: Warns): (info: ResponseInfo) => void {
	let warnedOf: number | null = null;
	return ({ rateLimit }) => {
		const limit = rateLimit?.limit ?? null;
		if (limit === null || limit === keyLimit || limit === warnedOf) return;
		warnedOf = limit;
		log.warn(
			{ connection, serviceLimit: limit, requestsPerMinute: keyLimit },
			`The service allows ${limit} requests a minute with the key of connection ${connection}, but the setting requestsPerMinute is ${keyLimit}. Set it to ${limit}. Workers reload it within 4 s, without a restart.`,
		);
	};
}
