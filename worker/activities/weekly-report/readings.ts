import { createHash, randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type BlobStore, REPORTS } from '../../storage/blobs';

const readingsSchema = z.object({ numbers: z.record(z.string(), z.number()) });

/** What a report noted of an agent or, with the id `null`, of the account. */
export type Readings = Readonly<Record<string, number>>;

/**
 * Numbers that the service shows only for now. Each report keeps them for the next week's. They hold no words and no
 * names.
 */
export class KeptReadings {
	constructor(
		private readonly store: BlobStore,
		private readonly connection: string,
	) {}

	/** @param firstDay of the week, YYYY-MM-DD @returns null if no report of that week kept any */
	async of(agentId: string | null, firstDay: string): Promise<Readings | null> {
		const blob = await this.store.open(this.#keyOf(agentId, firstDay));
		if (blob === null) return null;
		const text = (await buffer(blob.content)).toString();
		return readingsSchema.safeParse(JSON.parse(text)).data?.numbers ?? null;
	}

	/** Keeps the first readings of a week: a report that is repeated days later would compare with other days. */
	async keep(agentId: string | null, firstDay: string, numbers: Readings): Promise<void> {
		// A report that could read nothing must not keep the place of one that can.
		if (Object.keys(numbers).length === 0) return;
		const content = JSON.stringify({ numbers, by: randomUUID() });
		await this.store.writeNew(this.#keyOf(agentId, firstDay), Buffer.from(content));
	}

	#keyOf(agentId: string | null, firstDay: string): string {
		const digest = createHash('sha256')
			.update(JSON.stringify([this.connection, agentId]))
			.digest('hex');
		return `${REPORTS}${digest.slice(0, 32)}/${firstDay}`;
	}
}
