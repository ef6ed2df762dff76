import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { z } from 'zod';
import { addressOf, type Lead, personOf } from '../../api';
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
	#required: Promise<void> | null = null;

	constructor(
		private readonly store: BlobStore,
		private readonly keyring: Keyring,
	) {}

	/**
	 * Claims the persons of the leads, and leaves out the leads of persons that belong to another one (`personOf`). The
	 * first lead with an address always passes, also after leads that have only a telephone number.
	 * @param sync id of the task
	 * @throws UnknownKeyError if a claim was made with a key that this worker does not have
	 * @throws Error if another worker notes one of the persons at the same time
	 */
	async firstOf(sync: string, leads: readonly Lead[]): Promise<Lead[]> {
		await this.#requireKeys();
		const marked = leads.map((lead) => ({ lead, ...marksOf(lead) }));
		const numbered = marked.flatMap(({ lead, address, telephone }) =>
			address === null || telephone === null ? [] : [{ lead, address, telephone }],
		);
		const ofAddresses = await this.#ownersOf(
			sync,
			marked.flatMap(({ lead, address, telephone }) => {
				if (address === null) return [];
				const beside = telephone === null ? {} : { telephone: this.#keyOf(sync, telephone) };
				return [[address, { ...claimOf(lead), ...beside }]];
			}),
		);
		await this.#noteNumbers(sync, numbered, ofAddresses);
		// Before those without an address, as these give way to a lead that has the number too.
		await this.#ownersOf(
			sync,
			numbered.map(({ lead, telephone }) => [telephone, claimOf(lead)]),
		);
		const ofNumbers = await this.#ownersOf(
			sync,
			marked.flatMap(({ lead, address, telephone }) =>
				address === null && telephone !== null ? [[telephone, claimOf(lead)]] : [],
			),
		);
		const owners = new Map([...ofNumbers, ...ofAddresses]);
		const isOwner = (lead: Lead, mark: Mark) => isSame(owners.get(textOf(mark)), claimOf(lead));
		return marked
			.filter(({ lead, address, telephone }) => {
				const decisive = address ?? telephone;
				return decisive === null || isOwner(lead, decisive);
			})
			.map(({ lead }) => lead);
	}

	/**
	 * Notes the claims of telephone numbers in the folder of the address beside them, unless the claim of the address names
	 * them. Before they are made: an erasure finds by the address also the number that another lead of it has claimed.
	 */
	async #noteNumbers(
		sync: string,
		leads: ReadonlyArray<{ lead: Lead; address: Mark; telephone: Mark }>,
		owners: ReadonlyMap<string, Claim>,
	): Promise<void> {
		await severalAtOnce(leads, async ({ lead, address, telephone }) => {
			const claim = { ...claimOf(lead), telephone: this.#keyOf(sync, telephone) };
			const owner = owners.get(textOf(address));
			if (isSame(owner, claim) && owner?.telephone === claim.telephone) return;
			const content = JSON.stringify(claim);
			const name = createHash('sha256').update(content).digest('base64url');
			await this.store.writeNew(`${this.#keyOf(sync, address)}.${name}`, Buffer.from(content));
		});
	}

	/** At the first use: a person whose claim needs a missing key would be taken for a new one. @throws UnknownKeyError */
	#requireKeys(): Promise<void> {
		this.#required ??= this.#refuseMissingKeys().catch((error: unknown) => {
			// It is looked at again.
			this.#required = null;
			throw error;
		});
		return this.#required;
	}

	async #refuseMissingKeys(): Promise<void> {
		for (const version of (await this.missingKeys()).keys()) this.keyring.encryptionKey(version);
	}

	/** Number of claims by missing key. Without that key no sync can tell whose leads it has taken. */
	async missingKeys(): Promise<Map<string, number>> {
		const missing = new Map<string, number>();
		for await (const { key } of this.store.list(SYNCED_PERSONS)) {
			const [folder = '', ...rest] = key.slice(SYNCED_PERSONS.length).split('/');
			if (rest.length === 0) continue;
			const version = Buffer.from(folder, 'base64url').toString();
			if (!this.keyring.has(version)) missing.set(version, (missing.get(version) ?? 0) + 1);
		}
		return missing;
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
			const { address, telephone } = marksOf(lead);
			for (const mark of [telephone, address]) if (mark !== null) await this.#giveUp(sync, mark, lead);
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

	/**
	 * The claims of an address, and what names claims of telephone numbers beside it, as keys of their blobs.
	 * @throws UnknownKeyError at the end, if there may be more under a key that this worker does not have
	 */
	async *claimsOf(email: string): AsyncGenerator<string> {
		for (const folder of this.#foldersOf(['synced-address', addressOf(email)]))
			for await (const { key } of this.store.list(folder)) yield key;
		await this.#requireKeys();
	}

	/** The folders of the claims of a lead's telephone number. They do not reveal the number. */
	foldersOfNumber(lead: Pick<Lead, 'phone'>): string[] {
		const { telephone } = personOf({ phone: lead.phone });
		return telephone === null ? [] : this.#foldersOf(['synced-telephone', telephone]);
	}

	/** The claims in such folders that these leads made, as keys of their blobs. */
	async *claimsIn(folders: readonly string[], leads: readonly Claim[]): AsyncGenerator<string> {
		for (const folder of folders)
			for await (const { key } of this.store.list(folder)) {
				const claim = await this.#read(key);
				if (claim !== null && leads.some((lead) => isSame(claim, lead))) yield key;
			}
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

	#foldersOf(mark: Mark): string[] {
		return this.keyring.versions.map((version) => this.#folderOf(mark, version));
	}

	#folderOf(mark: Mark, version: string): string {
		const { mac } = this.keyring.mac(mark, version);
		return `${SYNCED_PERSONS}${Buffer.from(version).toString('base64url')}/${mac}/`;
	}
}

/** What identifies the person of a lead: the address, or else the telephone number. */
function marksOf(lead: Lead): { address: Mark | null; telephone: Mark | null } {
	const { address, telephone } = personOf(lead);
	return {
		address: address === null ? null : ['synced-address', address],
		telephone: telephone === null ? null : ['synced-telephone', telephone],
	};
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
