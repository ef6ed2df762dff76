import type { ApiClient, ResponseInfo } from '../../api';

/** The client of one connection, whose key can be replaced while tasks are open. */
export interface ServiceClient {
	api: ApiClient;
	/** From now on calls are made with this key; those under way end with the one before. */
	useKey(apiKey: string): void;
}

/** @param make a client for a key: each holds its own, where nothing can print it */
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
 * Compares what the service says about the key's limit with the connection's setting, and warns once for each
 * other value: too high a setting runs into 429, too low a one wastes calls.
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
			`The service allows ${limit} requests a minute on connection ${connection}, its setting requestsPerMinute says ${requestsPerMinute}. Set it to ${limit} and restart the worker.`,
		);
	};
}
