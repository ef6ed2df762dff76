import type { ApiClient } from '../../api';

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
