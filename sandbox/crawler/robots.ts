import type { AddressGuard } from './address-guard';
import { FetchError } from './fetch-error';
import { readRobots, type RobotsRules } from './read-robots';

/** The rules of the sites that one piece of work comes to, each read once. */
export class Robots {
	private readonly known = new Map<string, RobotsRules>();

	constructor(
		private readonly guard: AddressGuard,
		private readonly signal: AbortSignal,
	) {}

	/** @param site an origin @throws FetchError NotPublicError when the site cannot be reached */
	async rulesOf(site: string): Promise<RobotsRules> {
		const rules = this.known.get(site) ?? (await readRobots(this.guard, site, this.signal));
		this.known.set(site, rules);
		return rules;
	}

	/** For `fetchDocument`: asks the site of every address on the way. */
	readonly permit = async (url: URL): Promise<void> => {
		const rules = await this.rulesOf(url.origin);
		if (!rules.allows(url.href)) throw new FetchError(`the robots.txt of ${url.host} does not allow reading it`);
	};
}
