interface Keyed {
	baseUrl: string;
	apiKey: string;
	requestsPerMinute: number;
}

/** Several connections with one API key. */
export interface SharedKey {
	names: string[];
	baseUrl: string;
	/** The sum of their limits. */
	requestsPerMinute: number;
}

/** The API keys that several connections use. A worker paces each connection by itself, so their limits add up. */
export function sharedKeys(connections: Readonly<Record<string, Keyed>>): SharedKey[] {
	const byKey = new Map<string, SharedKey>();
	for (const [name, { baseUrl, apiKey, requestsPerMinute }] of Object.entries(connections)) {
		const key = JSON.stringify([baseUrl, apiKey]);
		const { names, requestsPerMinute: before } = byKey.get(key) ?? { names: [], requestsPerMinute: 0 };
		byKey.set(key, { names: [...names, name], baseUrl, requestsPerMinute: before + requestsPerMinute });
	}
	return [...byKey.values()].filter(({ names }) => names.length > 1);
}

/** What is found, and what to do. Neither names the key. */
export function sharedKeyText({ names, baseUrl, requestsPerMinute }: SharedKey): { finding: string; todo: string } {
	return {
		finding: `The connections ${names.join(', ')} use the same API key of ${baseUrl}. Their limits add up: ${requestsPerMinute} requests a minute.`,
		todo: "Create an API key for each connection. Or lower requestsPerMinute of each, so that their sum is the key's limit.",
	};
}

/** The setting to compare with the limit of a connection's key: the sum over all connections with this key. */
export function keyLimits(connections: Readonly<Record<string, Keyed>>): Map<string, number> {
	const own = Object.entries(connections).map(([name, { requestsPerMinute }]) => [name, requestsPerMinute] as const);
	const shared = sharedKeys(connections).flatMap(({ names, requestsPerMinute }) =>
		names.map((name) => [name, requestsPerMinute] as const),
	);
	return new Map([...own, ...shared]);
}
