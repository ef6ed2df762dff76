import type { Config, DestinationConfig } from '../config';
import { unwatched, type WatchDelivery } from '../net/watch-delivery';
import { Problem } from '../problems/problem';
import { type Destination, DestinationUnfitError, type Probed } from './destination';
import { HubSpotDestination } from './hubspot/hubspot-destination';
import { PostgresqlDestination } from './postgresql/postgresql-destination';
import { WebhookDestination } from './webhook/webhook-destination';

/** The configured destinations. They connect at their first use. */
export class Destinations {
	readonly #byName: ReadonlyMap<string, Destination>;

	/** @param watch wraps each request to a webhook, for traces */
	constructor(config: Config['destinations'], watch: WatchDelivery = unwatched) {
		this.#byName = new Map(Object.entries(config).map(([name, each]) => [name, destinationOf(name, each, watch)]));
	}

	list(): Destination[] {
		return [...this.#byName.values()];
	}

	find(name: string): Destination | null {
		return this.#byName.get(name) ?? null;
	}

	/** @throws Problem 404 that lists the known names; its issue has the path `destination` */
	get(name: string): Destination {
		const destination = this.find(name);
		if (destination !== null) return destination;
		const known = this.#byName.size === 0 ? 'none' : [...this.#byName.keys()].join(', ');
		throw new Problem({
			type: 'unknown_destination',
			title: 'There is no such destination',
			status: 404,
			detail: `The worker's configuration has no destination "${name}". It has: ${known}. Add it below "destinations" and restart the worker and the gateway.`,
			issues: [{ path: 'destination', message: `"${name}" is unknown; known are: ${known}` }],
		});
	}

	/** Checks whether leads can be written there. @throws Problem 424 that names each setting and says what to do */
	async check(name: string): Promise<void> {
		await this.#looked(name, 'Nothing was started. ', (destination) => destination.check());
	}

	/**
	 * Tests whether leads can be written there, without leaving anything behind.
	 * @throws Problem 424 that names each setting and says what to do
	 */
	async probe(name: string): Promise<Probed> {
		return this.#looked(name, '', (destination) => destination.probe());
	}

	async #looked<Result>(
		name: string,
		effect: string,
		look: (destination: Destination) => Promise<Result>,
	): Promise<Result> {
		const destination = this.get(name);
		try {
			return await look(destination);
		} catch (error) {
			if (!(error instanceof DestinationUnfitError)) throw error;
			throw new Problem({
				type: 'destination_unfit',
				title: 'Leads cannot be written to the destination',
				status: 424,
				detail: `${effect}destinations.${name}: ${error.message}.`,
				issues: error.issues.map(({ path, message }) => ({ path: 'destination', message: `${path} ${message}` })),
			});
		}
	}

	async close(): Promise<void> {
		await Promise.allSettled(this.list().map((destination) => destination.close()));
	}
}

function destinationOf(name: string, config: DestinationConfig, watch: WatchDelivery): Destination {
	switch (config.type) {
		case 'postgresql':
			return new PostgresqlDestination(name, config);
		case 'hubspot':
			return new HubSpotDestination(name, config);
		case 'webhook':
			return new WebhookDestination(name, config, watch);
	}
}
