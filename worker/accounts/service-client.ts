import type { ApiClient, ResponseInfo } from '../../api';

/** The client of one connection, whose key can be replaced while tasks are open. */
export interface ServiceClient {
	api: ApiClient;
	/** Uses this key for new calls. Active calls end with the previous key. */
	useKey(apiKey: string): void;
}

/** @param make creates a client for a key; each client holds its own key, where nothing can print it */
export function serviceClient(make: (apiKey: string) => ApiClient, apiKey: string): ServiceClient {
	let current = make(apiKey);
	return {
		api: {
			call: (operationId, ...input) => current.call(operationId, ...input),
		},
		useKey(next) {
			current = make(next);
		},
	};
}

interface Warns {
	warn(fields: object, message: string): void;
}

/**
 * Compares the key's limit, as reported by the service, with the connection's setting. Warns once per different value:
 * a setting that is too high causes 429, one that is too low wastes calls.
 */
export function rateLimitCheck(
	connection: string,
	requestsPerMinute: number,
	log: Warns,
): (info: ResponseInfo) => void {
	let warnedOf: number | null = null;
	return ({ rateLimit }) => {
		const limit = rateLimit?.limit ?? null;
		if (limit === null || limit === requestsPerMinute || limit === warnedOf) return;
		warnedOf = limit;
		log.warn(
			{ connection, serviceLimit: limit, requestsPerMinute },
			`The service allows ${limit} requests a minute on connection ${connection}, but its setting requestsPerMinute is ${requestsPerMinute}. Set it to ${limit} and restart the worker.`,
		);
	};
}
