import type { Config } from '../config';
import { Problem } from '../problem';
import { Connection } from './connection';

/** The accounts that tasks may name. */
export class Connections {
	readonly #byName: ReadonlyMap<string, Connection>;

	constructor(config: Config['connections']) {
		this.#byName = new Map(Object.entries(config).map(([name, settings]) => [name, new Connection(name, settings)]));
	}

	list(): Connection[] {
		return [...this.#byName.values()];
	}

	/** @throws Problem 404 that lists the known names; its issue has the path `connection` */
	get(name: string): Connection {
		const connection = this.#byName.get(name);
		if (connection !== undefined) return connection;
		const known = [...this.#byName.keys()].join(', ');
		throw new Problem({
			type: 'unknown_connection',
			title: 'There is no such connection',
			status: 404,
			detail: `The worker's configuration has no connection "${name}". It has: ${known}.`,
			issues: [{ path: 'connection', message: `"${name}" is unknown; known are: ${known}` }],
		});
	}
}
