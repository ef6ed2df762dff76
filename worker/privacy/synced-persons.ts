import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { type Lead, personOf } from '../../api';
import { type BlobStore, SYNCED_PERSONS } from '../storage/blobs';
import type { Keyring } from '../temporal/keyring';

/** Whose claim it is. */
const claimSchema = z.object({
	agentId: z.string(),
	leadId: z.int(),
	/** The claim of the lead's telephone number, beside that of its address. */
	telephone: z.string().optional(),
});
type Claim = z.output<typeof claimSchema>;

/** What of a person identifies them. */
type Mark = ['synced-address' | 'synced-telephone', string];

/**
 * Which lead of a person each sync has taken, for syncs that take one of each person. A claim is a blob of its own, which
 * only one lead can create, so a repeat of a page takes the same leads. Its name is an HMAC of the address or the
 * telephone number, and it stays until the person is erased.
 */
export class SyncedPersons {
	constructor(
		private readonly store: BlobStore,
		private readonly keyring: Keyring,
	) {}

	/**
	 * Claims the persons of the leads, and leaves out the leads of persons that belong to another one (`personOf`). The
	 * first lead with an address always passes, also after leads that have only a telephone number.
	 * @param sync id of the task
	 * @throws Error if another worker notes one of the persons at the same time
	 */
	async firstOf(sync: string, leads: readonly Lead[]): Promise<Lead[]> {
		const marked = leads.map((lead) => ({ lead, ...marksOf(lead) }));
		// First, as a lead without an address gives way to one that has its number too.
		await this.#ownersOf(
			sync,
			marked.flatMap(({ lead, decisive, telephone }) =>
				telephone === null || telephone === decisive ? [] : [[telephone, claimOf(lead)]],
			),
		);
		const owners = await this.#ownersOf(
			sync,
			marked.flatMap(({ lead, decisive, telephone }) => {
				if (decisive === null) return [];
				const beside = telephone === null || telephone === decisive ? {} : { telephone: this.#keyOf(sync, telephone) };
				return [[decisive, { ...claimOf(lead), ...beside }]];
			}),
		);
		const isOwner = (lead: Lead, mark: Mark) => isSame(owners.get(textOf(mark)), claimOf(lead));
		return marked.filter(({ lead, decisive }) => decisive === null || isOwner(lead, decisive)).map(({ lead }) => lead);
	}

	/** Whose each of them is, by its text. The first lead with it claims it. */
	async #ownersOf(sync: string, claims: ReadonlyArray<[Mark, Claim]>): Promise<Map<string, Claim>> {
		const first = new Map(claims.toReversed().map(([mark, claim]) => [textOf(mark), [mark, claim] as const]));
		const owners = new Map<string, Claim>();
		await severalAtOnce([...first], async ([text, [mark, claim]]) => {
			owners.set(text, await this.#claim(sync, mark, claim));
		});
		return owners;
	}

	/**
	 * Gives up the claims of leads that the destination refused, so that another lead of their persons may come. A repeat
	 * gives up what is left.
	 */
	async release(sync: string, leads: readonly Lead[]): Promise<void> {
		await severalAtOnce(leads, async (lead) => {
			const { decisive, telephone } = marksOf(lead);
			for (const mark of new Set([telephone, decisive])) if (mark !== null) await this.#giveUp(sync, mark, lead);
		});
	}

	async #giveUp(sync: string, mark: Mark, lead: Lead): Promise<void> {
		for (const version of this.keyring.versions) {
			const key = this.#keyOf(sync, mark, version);
			const found = await this.#read(key);
			if (found !== null && isSame(found, claimOf(lead))) await this.store.remove(key);
		}
	}

	/** @returns whose it is */
	async #claim(sync: string, mark: Mark, claim: Claim): Promise<Claim> {
		for (const version of this.keyring.versions) {
			if (version === this.keyring.current) continue;
			const found = await this.#read(this.#keyOf(sync, mark, version));
			if (found !== null) return found;
		}
		const key = this.#keyOf(sync, mark);
		if (await this.store.writeNew(key, Buffer.from(JSON.stringify(claim)))) return claim;
		const found = await this.#read(key);
		if (found === null) throw new Error('Another worker is noting the same person. The sync reads the page again.');
		return found;
	}

	async #read(key: string): Promise<Claim | null> {
		const blob = await this.store.open(key);
		return blob === null ? null : claimSchema.parse(JSON.parse((await buffer(blob.content)).toString()));
	}

	/** The claims of an address, as keys of their blobs. */
	async *claimsOf(email: string): AsyncGenerator<string> {
		for (const version of this.keyring.versions)
			for await (const { key } of this.store.list(this.#folderOf(['synced-address', email], version))) yield key;
	}

	/** Removes the claim of an address, and first that of the telephone number. A repeat removes what is left. */
	async forget(key: string): Promise<void> {
		const claim = await this.#read(key);
		if (claim?.telephone !== undefined) {
			const other = await this.#read(claim.telephone);
			if (other !== null && isSame(other, claim)) await this.store.remove(claim.telephone);
		}
		await this.store.remove(key);
	}

	#keyOf(sync: string, mark: Mark, version = this.keyring.current): string {
		return `${this.#folderOf(mark, version)}${createHash('sha256').update(sync).digest('base64url')}`;
	}

	#folderOf(mark: Mark, version: string): string {
		const { mac } = this.keyring.mac(mark, version);
		return `${SYNCED_PERSONS}${Buffer.from(version).toString('base64url')}/${mac}/`;
	}
}

/** What identifies the person of a lead, and what else its claim holds. */
function marksOf(lead: Lead): { decisive: Mark | null; telephone: Mark | null } {
	const person = personOf(lead);
	const telephone: Mark | null = person.telephone === null ? null : ['synced-telephone', person.telephone];
	return { decisive: person.address === null ? telephone : ['synced-address', person.address], telephone };
}

function textOf(mark: Mark): string {
	return mark.join(' ');
}

function claimOf({ agentId, id }: Lead): Claim {
	return { agentId, leadId: id };
}

function isSame(one: Claim | undefined, other: Claim): boolean {
	return one?.agentId === other.agentId && one.leadId === other.leadId;
}

/** Claims that are read or written at the same time. */
const AT_ONCE = 16;

async function severalAtOnce<Each>(all: readonly Each[], work: (each: Each) => Promise<void>): Promise<void> {
	for (let first = 0; first < all.length; first += AT_ONCE)
		await Promise.all(all.slice(first, first + AT_ONCE).map(work));
}
