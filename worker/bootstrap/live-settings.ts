import type { Config, PersonRoles } from '../config';

/** The settings that a running process reloads from a changed configuration. */
export interface LiveSettings {
	tokens: Config['gateway']['tokens'];
	/** Of people who sign in at a reverse proxy. Null: the sign-in is off. */
	personRoles: PersonRoles | null;
	/** The API key of each connection. */
	apiKeys: Readonly<Record<string, string>>;
	logLevel: Config['log']['level'];
}

export function liveSettingsOf({ gateway, connections, log }: Config): LiveSettings {
	const apiKeys = Object.entries(connections).map(([name, { apiKey }]) => [name, apiKey] as const);
	const { tokens, proxySignIn: personRoles = null } = gateway;
	return { tokens, personRoles, apiKeys: Object.fromEntries(apiKeys), logLevel: log.level };
}

/**
 * The configuration that can apply without a restart. If other settings of a connection changed too, its key stays: the
 * new key may belong to the new address, which needs a restart.
 * @param current the configuration at the start of the process
 * @param known the configuration that applied until now
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
 * Paths of the changed settings that need a restart, without values, which may be secrets. They include added and
 * removed connections, because each connection's queue has its own worker.
 */
export function settingsForRestart(before: Config, after: Config): string[] {
	return differences(withoutLive(before), withoutLive(after), []);
}

/** Paths of the changed settings that can be reloaded. */
export function changedLive(before: Config, after: Config): string[] {
	const known = Object.keys(before.connections).filter((name) => name in after.connections);
	const replaced = known.filter((name) => before.connections[name]?.apiKey !== after.connections[name]?.apiKey);
	return [
		...(isSame(before.gateway.tokens, after.gateway.tokens) ? [] : ['gateway.tokens']),
		...changedRoles(before.gateway.proxySignIn, after.gateway.proxySignIn),
		...replaced.map((name) => `connections.${name}.apiKey`),
		...(before.log.level === after.log.level ? [] : ['log.level']),
	];
}

type ProxySignIn = Config['gateway']['proxySignIn'];

const ROLES = ['users', 'groups', 'everyone'] as const;

/** None if the sign-in was switched on or off, which needs a restart. */
function changedRoles(before: ProxySignIn, after: ProxySignIn): string[] {
	if (before === undefined || after === undefined) return [];
	return ROLES.filter((name) => !isSame(before[name], after[name])).map((name) => `gateway.proxySignIn.${name}`);
}

function withoutRoles(proxySignIn: ProxySignIn): ProxySignIn {
	return proxySignIn && { ...proxySignIn, users: {}, groups: {}, everyone: [] };
}

/** The configuration without the reloadable settings. */
function withoutLive(config: Config): Omit<Config, 'log'> & { log: null } {
	const connections = Object.entries(config.connections).map(
		([name, each]) => [name, { ...each, apiKey: '' }] as const,
	);
	return {
		...config,
		gateway: { ...config.gateway, tokens: [], proxySignIn: withoutRoles(config.gateway.proxySignIn) },
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
