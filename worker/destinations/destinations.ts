import { unwatched, type WatchDelivery } from '../net/watch-delivery';
import { Problem } from '../problems/problem';
import { connectionName } from '../settings/fields';
import { type Destination, DestinationUnfitError, type Probed, type SettingProblem } from './destination';
import { type DestinationsConfig, kindOf } from './kind-lookup';
import type { StoredDestinations } from './stored/stored-destinations';

/**
 * The destinations of the configuration file, and those that people created at the gateway. A name of the file wins.
 * They connect at their first use.
 */
export class Destinations {
	readonly #ofFile: ReadonlyMap<string, Destination>;

	/**
	 * @param watch wraps each request to a webhook, for traces
	 * @param stored those of the gateway. Default: none
	 */
	constructor(
		config: DestinationsConfig,
		watch: WatchDelivery = unwatched,
		private readonly stored: StoredDestinations | null = null,
	) {
		this.#ofFile = new Map(
			Object.entries(config).map(([name, each]) => [name, kindOf(each.type).open(name, each, { watch })]),
		);
	}

	/** Those of the file first. @throws DestinationHeldError if the others cannot be read */
	async list(): Promise<Destination[]> {
		const stored = (await this.stored?.list()) ?? [];
		return [...this.ofFile(), ...stored.filter(({ name }) => !this.isOfFile(name))];
	}

	/** Those of the file, which need no store. */
	ofFile(): Destination[] {
		return [...this.#ofFile.values()];
	}

	isOfFile(name: string): boolean {
		return this.#ofFile.has(name);
	}

	/** @throws DestinationHeldError if the store cannot say whether it has it */
	async find(name: string): Promise<Destination | null> {
		return this.#ofFile.get(name) ?? (await this.#findStored(name));
	}

	/** Other names are no keys of the store. */
	async #findStored(name: string): Promise<Destination | null> {
		return this.stored === null || !connectionName.safeParse(name).success ? null : this.stored.find(name);
	}

	/** @throws Problem 404 that lists the known names; its issue has the path `destination` */
	async get(name: string): Promise<Destination> {
		const destination = await this.find(name);
		if (destination !== null) return destination;
		const names = (await this.list()).map((each) => each.name);
		throw unknownDestination(name, names);
	}

	/** Checks whether leads can be written there. @throws Problem 424 that names each setting and says what to do */
	async check(name: string): Promise<void> {
		await this.#looked(name, 'Nothing was started. ', (destination) => destination.check(), ofInput);
	}

	/** The same for conversations. @throws Problem 422 if the destination takes leads only */
	async checkConversations(name: string): Promise<void> {
		const { conversations } = await this.get(name);
		if (conversations === undefined) throw leadsOnly(name);
		const title = 'Conversations cannot be written to the destination';
		await this.#looked(name, 'Nothing was started. ', () => conversations.check(), ofInput, title);
	}

	/**
	 * Tests whether leads can be written there, without leaving anything behind.
	 * @throws Problem 424 that says what to do; the paths of its issues are settings of the destination
	 */
	async probe(name: string): Promise<Probed> {
		return this.#looked(name, '', (destination) => destination.probe());
	}

	/**
	 * What is wrong with single fields of its mapping. It writes nothing.
	 * @throws Problem 424 if the destination does not respond
	 */
	async mappingProblems(name: string): Promise<SettingProblem[]> {
		return this.#looked(name, '', (destination) => destination.mappingProblems());
	}

	async #looked<Result>(
		name: string,
		effect: string,
		look: (destination: Destination) => Promise<Result>,
		issueOf: (problem: SettingProblem) => SettingProblem = (problem) => problem,
		title = 'Leads cannot be written to the destination',
	): Promise<Result> {
		const destination = await this.get(name);
		try {
			return await look(destination);
		} catch (error) {
			if (!(error instanceof DestinationUnfitError)) throw error;
			throw new Problem({
				type: 'destination_unfit',
				title,
				status: 424,
				detail: `${effect}destinations.${name}: ${error.message}.`,
				issues: error.issues.map(issueOf),
			});
		}
	}

	async close(): Promise<void> {
		await Promise.allSettled(this.ofFile().map((destination) => destination.close()));
	}
}

/** @param names those that the caller may know of */
export function unknownDestination(name: string, names: readonly string[]): Problem {
	const known = names.length === 0 ? 'none' : names.join(', ');
	return new Problem({
		type: 'unknown_destination',
		title: 'There is no such destination',
		status: 404,
		detail: `There is no destination "${name}". There are: ${known}. Create it on the console's page of destinations. Or add it below "destinations" in the configuration, and restart gateway and workers.`,
		issues: [{ path: 'destination', message: `"${name}" is unknown; known are: ${known}` }],
	});
}

/** It names no others: who is bound to some connections must not learn of them. */
function leadsOnly(name: string): Problem {
	return new Problem({
		type: 'destination_leads_only',
		title: 'The destination takes leads only',
		status: 422,
		detail: `Nothing was started. The destination "${name}" takes no conversations, only PostgreSQL does. Name one of the type postgresql, which GET /v1/destinations lists. Or add one below "destinations" in the configuration, and restart gateway and workers.`,
		issues: [{ path: 'destination', message: 'takes leads only; conversations need the type postgresql' }],
	});
}

/** The input of a task has one field for the whole destination. */
function ofInput({ path, message }: SettingProblem): SettingProblem {
	return { path: 'destination', message: `${path} ${message}` };
}
