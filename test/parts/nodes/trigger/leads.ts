import { z } from 'zod';
import { ago, now } from '../../../support/time/moments';
import type { Lead } from '../../../../api';
import { leadSchema } from '../../../../api';
import { inParallel } from '../../../support/in-parallel.mjs';
import type { World } from '../matrix/world';

const AT_ONCE = 20;
const pageSchema = z.looseObject({ items: z.array(leadSchema), total: z.number() });

/** The leads of one agent, as they come and go. */
export class Leads {
	private made = 0;

	constructor(
		private readonly world: World,
		private readonly agent: string,
	) {}

	async capture(at = now()): Promise<Lead> {
		const name = `Person ${++this.made}`;
		const email = `person-${this.made}@person.example`;
		return await this.world.node.admin.captureLead(this.agent, { name, email, capturedAt: at.toISOString() });
	}

	/** Makes so many at once, up to now. */
	async generate(count: number, days = 1): Promise<void> {
		await this.world.node.admin.generate(this.agent, { kind: 'leads', count, days });
	}

	/** So many of a year ago, a second between each. */
	async captureOld(count: number): Promise<void> {
		const yearAgo = ago(365 * 86_400_000).getTime();
		const times = Array.from({ length: count }, (_, index) => new Date(yearAgo + index * 1000));
		await inParallel(times, AT_ONCE, (time) => this.capture(time));
	}

	async delete(...ids: number[]): Promise<void> {
		await inParallel(ids, AT_ONCE, (id) => this.world.node.admin.deleteLead(this.agent, id));
	}

	/** Newest first. */
	async ids(): Promise<number[]> {
		const ids: number[] = [];
		for (let total = 1; ids.length < total;) {
			const path = `/agents/${this.agent}/leads?limit=100&offset=${ids.length}`;
			const page = pageSchema.parse(await this.world.api('GET', path));
			ids.push(...page.items.map(({ id }) => id));
			total = page.total;
		}
		return ids;
	}
}
