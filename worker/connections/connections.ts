import { isSelected, type Selector } from '../../workflows/task/selector';
import { withKeyUses } from '../pacing';
import { Problem } from '../problems/problem';
import { Connection, type ConnectionSettings } from './connection';
import type { LookUps } from './look-ups';

/** Settings that also have the key. The gateway compares keys, and keeps none. */
type KeyedSettings = ConnectionSettings & { apiKey?: string };

/** The connections that tasks may name. They change while the gateway runs. */
export class Connections {
	#byName: ReadonlyMap<string, Connection> = new Map();

	/** @param lookUps sends requests to the service, because the gateway itself has no key */
	constructor(
		config: Readonly<Record<string, KeyedSettings>>,
		private readonly lookUps: LookUps,
	) {
		this.replace(config);
	}

	/** Offers these connections, and no others. What was read with earlier settings is forgotten. */
	replace(config: Readonly<Record<string, KeyedSettings>>): void {
		this.#byName = new Map(
			withKeyUses(config).map(({ name, settings, key }) => [
				name,
				new Connection(name, withoutKey(settings), key, this.lookUps),
			]),
		);
	}

	/** Whether the configuration has a connection of this name. */
	has(name: string): boolean {
		return this.#byName.has(name);
	}

	get names(): string[] {
		return [...this.#byName.keys()];
	}

	/** The settings of each connection, by its name. */
	get settings(): Record<string, Required<ConnectionSettings>> {
		return Object.fromEntries(this.list().map(({ name, settings }) => [name, settings]));
	}

	list(): Connection[] {
		return [...this.#byName.values()];
	}

	/** The names of the connections that a selector selects now. They change with their labels. */
	matching(selector: Selector): string[] {
		return this.list().flatMap(({ name, settings: { labels } }) => (isSelected(selector, labels) ? [name] : []));
	}

	/** The names of the connections to the service of this one, itself included. None: the configuration lacks it. */
	ofService(name: string): string[] {
		const own = this.#byName.get(name)?.settings.baseUrl;
		return this.list().flatMap((each) => (own !== undefined && each.settings.baseUrl === own ? [each.name] : []));
	}

	/** @throws Problem 404 that lists known names; its issue has the path `connection` */
	get(name: string): Connection {
		const connection = this.#byName.get(name);
		if (connection !== undefined) return connection;
		throw unknownConnection(name, this.names);
	}
}

/** @param names those that the caller may know of */
export function unknownConnection(name: string, names: readonly string[]): Problem {
	const known = namesText(names);
	return new Problem({
		type: 'unknown_connection',
		title: 'There is no such connection',
		status: 404,
		detail: `The gateway has no connection "${name}". It has: ${known}. Check the name. For a new connection, add it to the configuration of the gateway and of the workers. They reload it within some seconds.`,
		issues: [{ path: 'connection', message: `"${name}" is unknown; known are: ${known}` }],
	});
}

function withoutKey({
	baseUrl,
	requestsPerMinute,
	labels = {},
	timeZone = 'UTC',
	locale = 'en',
}: KeyedSettings): Required<ConnectionSettings> {
	return { baseUrl, requestsPerMinute, labels, timeZone, locale };
}

const SHOWN_NAMES = 20;

function namesText(names: readonly string[]): string {
	if (names.length === 0) return 'none';
	const rest = names.length - SHOWN_NAMES;
	return `${names.slice(0, SHOWN_NAMES).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`;
}
