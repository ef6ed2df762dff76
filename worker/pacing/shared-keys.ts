import type { Logger } from '../log';

interface Keyed {
	baseUrl: string;
	/** Without it, the connection counts as one with a key of its own. */
	apiKey?: string;
	requestsPerMinute: number;
}

/** The use of one API key. */
export interface KeyUse {
	/** The connections with this key. */
	names: readonly string[];
	/** The sum of their limits. */
	requestsPerMinute: number;
}

/** Several connections with one API key. */
export interface SharedKey extends KeyUse {
	baseUrl: string;
}

/** The API keys that several connections use. A worker paces each connection by itself, so their limits add up. */
export function sharedKeys(connections: Readonly<Record<string, Keyed>>): SharedKey[] {
	const byKey = new Map<string, SharedKey & { names: string[] }>();
	for (const [name, { baseUrl, apiKey, requestsPerMinute }] of Object.entries(connections)) {
		if (apiKey === undefined) continue;
		const key = JSON.stringify([baseUrl, apiKey]);
		const shared = byKey.get(key) ?? { names: [], baseUrl, requestsPerMinute: 0 };
		shared.names.push(name);
		shared.requestsPerMinute += requestsPerMinute;
		byKey.set(key, shared);
	}
	return [...byKey.values()].filter(({ names }) => names.length > 1);
}

/** What is found, and what to do. Neither names the key. */
export function sharedKeyText({ names, baseUrl, requestsPerMinute }: SharedKey): { finding: string; todo: string } {
	return {
		finding: `The connections ${names.join(', ')} use the same API key of ${baseUrl}. Their limits add up: ${requestsPerMinute} requests a minute.`,
		todo: "Create an API key for each connection. Or choose requestsPerMinute of each so that their sum is the key's limit.",
	};
}

/** Logs which connections use the same API key, because their limits add up. */
export function reportSharedKeys(connections: Readonly<Record<string, Keyed>>, log: Pick<Logger, 'warn'>): void {
	for (const shared of sharedKeys(connections)) {
		const { finding, todo } = sharedKeyText(shared);
		log.warn({ connections: shared.names }, `${finding} ${todo}`);
	}
}

/** Each connection, with the use of its key by all connections with this key. */
export function withKeyUses<Settings extends Keyed>(
	connections: Readonly<Record<string, Settings>>,
): Array<{ name: string; settings: Settings; key: KeyUse }> {
	const shared = sharedKeys(connections).flatMap(({ names, requestsPerMinute }) =>
		names.map((name) => [name, { names, requestsPerMinute }] as const),
	);
	const uses = new Map<string, KeyUse>(shared);
	return Object.entries(connections).map(([name, settings]) => {
		const own = { names: [name], requestsPerMinute: settings.requestsPerMinute };
		return { name, settings, key: uses.get(name) ?? own };
	});
}

/**
 * Compares the settings with the key's limit. Connections with one key get whole and equal shares, so a remainder that is
 * smaller than their number fits.
 */
export function limitFit({ names, requestsPerMinute }: KeyUse, limit: number): 'fits' | 'too high' | 'too low' {
	if (requestsPerMinute > limit) return 'too high';
	return limit - requestsPerMinute < names.length ? 'fits' : 'too low';
}

/** What to set if the settings do not fit the key's limit. */
export function limitTodo({ names }: KeyUse, limit: number): string {
	if (names.length === 1) return `Set connections.${names.join('')}.requestsPerMinute to ${limit}.`;
	const share = Math.floor(limit / names.length);
	if (share === 0) return 'Create an API key for each connection.';
	return `Set requestsPerMinute of each to ${share}, or to other values with the sum ${limit}. Or create an API key for each connection.`;
}

/** What is set for the key, without the period: a text may go on. */
export function settingText({ names, requestsPerMinute }: KeyUse): string {
	return names.length === 1
		? `The setting is ${requestsPerMinute} calls a minute`
		: `The connections ${sharersText(names)} share this key. Together they are set to ${requestsPerMinute} calls a minute`;
}

/** Names in one text. */
const SHOWN_NAMES = 10;

/** The connections with a shared key: "a and b", "a, b and c", "a, b and 98 more". */
export function sharersText(names: readonly string[]): string {
	const shown = names.length > SHOWN_NAMES ? names.slice(0, SHOWN_NAMES) : names.slice(0, -1);
	const last = names.length > SHOWN_NAMES ? `${names.length - SHOWN_NAMES} more` : names.at(-1);
	return `${shown.join(', ')} and ${last}`;
}
