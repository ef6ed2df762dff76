import type { Config } from '../config';

/** What a process takes over from a changed configuration while it runs. */
export interface LiveSettings {
	tokens: Config['gateway']['tokens'];
	/** The API key of each connection. */
	apiKeys: Readonly<Record<string, string>>;
	logLevel: Config['log']['level'];
}

export function liveSettingsOf({ gateway, connections, log }: Config): LiveSettings {
	const apiKeys = Object.entries(connections).map(([name, { apiKey }]) => [name, apiKey] as const);
	return { tokens: gateway.tokens, apiKeys: Object.fromEntries(apiKeys), logLevel: log.level };
}

/**
 * What of a changed configuration can be in force at once. A connection of which something else changed too keeps the key
 * it has: the new one may belong to the new address, and the address is taken over only by a restart.
 * @param current what the process was started with
 * @param known what was in force until now
 */
export function inForce(current: Config, known: Config, next: Config): Config {
	const connections = Object.entries(next.connections).map(([name, each]) => {
		const [started, before] = [current.connections[name], known.connections[name]];
		const isKeyAlone = started === undefined || isSame({ ...started, apiKey: '' }, { ...each, apiKey: '' });
		return [name, isKeyAlone || before === undefined ? each : { ...each, apiKey: before.apiKey }] as const;
	});
	return { ...next, connections: Object.fromEntries(connections) };
}

/**
 * Which settings changed and are taken over only by a restart, as paths. No value is named: it may be a secret.
 * A connection that was added or removed is one of them, since its queue has a worker of its own.
 */
export function settingsForRestart(before: Config, after: Config): string[] {
	return differences(withoutLive(before), withoutLive(after), []);
}

/** Which settings of those that can be taken over changed, as paths. */
export function changedLive(before: Config, after: Config): string[] {
	const known = Object.keys(before.connections).filter((name) => name in after.connections);
	const replaced = known.filter((name) => before.connections[name]?.apiKey !== after.connections[name]?.apiKey);
	return [
		...(isSame(before.gateway.tokens, after.gateway.tokens) ? [] : ['gateway.tokens']),
		...replaced.map((name) => `connections.${name}.apiKey`),
		...(before.log.level === after.log.level ? [] : ['log.level']),
	];
}

/** The configuration without what is taken over. */
function withoutLive(config: Config): Omit<Config, 'log'> & { log: null } {
	const connections = Object.entries(config.connections).map(
		([name, each]) => [name, { ...each, apiKey: '' }] as const,
	);
	return {
		...config,
		gateway: { ...config.gateway, tokens: [] },
		connections: Object.fromEntries(connections),
		log: null,
	};
}

function differences(before: unknown, after: unknown, path: readonly string[]): string[] {
	if (isSame(before, after)) return [];
	if (!isSection(before) || !isSection(after)) return [path.join('.')];
	const names = new Set([...Object.keys(before), ...Object.keys(after)]);
	return [...names].flatMap((name) =>
		differences(Reflect.get(before, name), Reflect.get(after, name), [...path, name]),
	);
}

function isSection(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isSame(before: unknown, after: unknown): boolean {
	return JSON.stringify(before) === JSON.stringify(after);
}
