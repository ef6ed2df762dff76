import type { Config } from '../config';
import { Problem } from '../problems/problem';
import { Connection } from './connection';
import type { LookUps } from './look-ups';

/** The accounts that tasks may name. */
export class Connections {
	readonly #byName: ReadonlyMap<string, Connection>;

	/** @param lookUps how the service is asked: the gateway itself holds no key */
	constructor(config: Config['connections'], lookUps: LookUps) {
		this.#byName = new Map(
			Object.entries(config).map(([name, { baseUrl }]) => [name, new Connection(name, baseUrl, lookUps)]),
		);
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
