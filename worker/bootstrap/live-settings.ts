import type { Config, PersonRoles } from '../config';

/** The settings that a running process reloads from a changed configuration. */
export interface LiveSettings {
	tokens: Config['gateway']['tokens'];
	/** Of people who sign in at a reverse proxy. Null: the sign-in is off. */
	personRoles: PersonRoles | null;
	/** All connections, whose names, addresses, keys and limits may change. */
	connections: Config['connections'];
	logLevel: Config['log']['level'];
}

export function liveSettingsOf({ gateway, connections, log }: Config): LiveSettings {
	const { tokens, proxySignIn: personRoles = null } = gateway;
	return { tokens, personRoles, connections, logLevel: log.level };
}

/** Paths of the changed settings that need a restart, without values, which may be secrets. */
export function settingsForRestart(before: Config, after: Config): string[] {
	return differences(withoutLive(before), withoutLive(after), []);
}

/** Paths of the changed settings that can be reloaded. */
export function changedLive(before: Config, after: Config): string[] {
	return [
		...(isSame(before.gateway.tokens, after.gateway.tokens) ? [] : ['gateway.tokens']),
		...changedRoles(before.gateway.proxySignIn, after.gateway.proxySignIn),
		...differences(before.connections, after.connections, ['connections']),
		...differences(before.connectionsFolder, after.connectionsFolder, ['connectionsFolder']),
		...(before.log.level === after.log.level ? [] : ['log.level']),
	];
}

type ProxySignIn = Config['gateway']['proxySignIn'];

const ROLES = ['users', 'groups', 'everyone', 'bound'] as const;

/** None if the sign-in was switched on or off, which needs a restart. */
function changedRoles(before: ProxySignIn, after: ProxySignIn): string[] {
	if (before === undefined || after === undefined) return [];
	return ROLES.filter((name) => !isSame(before[name], after[name])).map((name) => `gateway.proxySignIn.${name}`);
}

function withoutRoles(proxySignIn: ProxySignIn): ProxySignIn {
	return proxySignIn && { ...proxySignIn, users: {}, groups: {}, everyone: [], bound: [] };
}

/** The configuration without the reloadable settings. */
function withoutLive(config: Config): Omit<Config, 'log'> & { log: null } {
	return {
		...config,
		gateway: { ...config.gateway, tokens: [], proxySignIn: withoutRoles(config.gateway.proxySignIn) },
		connections: {},
		connectionsFolder: undefined,
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
