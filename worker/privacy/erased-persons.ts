import { formsOfAddress, type Lead } from '../../api';
import { type BlobStore, ERASED_PERSONS } from '../storage/blobs';
import type { Keyring, Mac } from '../temporal/keyring';
import type { Person } from './person';

/** Parts of a blob's key below the prefix: version of the encryption key, HMAC, time. */
const PARTS = 3;

/** Removes the leads of erased persons from the leads of one connection. */
export interface WithoutErased {
	/** @throws UnknownKeyError if a person was erased under a key that this worker does not have */
	without(leads: readonly Lead[]): Promise<Lead[]>;
}

/** The same for stored leads, which would have to be decoded. */
export interface ErasedLeads extends WithoutErased {
	/**
	 * Whether a lead is to be removed, by the list as it is now. Null: nobody was erased.
	 * @throws UnknownKeyError as `without`
	 */
	test(): Promise<((lead: Lead) => boolean) | null>;
}

/**
 * The list of erased persons. The service still has their leads, because its API cannot delete leads. So every sync and
 * export has to skip them. The list holds an HMAC of the address and the time of the erasure. Leads captured after that
 * time are not skipped.
 */
export class ErasedPersons {
	constructor(
		private readonly store: BlobStore,
		private readonly keyring: Keyring,
	) {}

	/** @param at milliseconds since 1970 */
	async add({ email, leads }: Person, at: number): Promise<void> {
		for (const parts of [addressParts(email), ...leads.map(leadParts)]) {
			const folder = folderOf(this.keyring.mac(parts));
			await this.store.write(`${folder}${at}`, Buffer.alloc(0));
			for await (const { key } of this.store.list(folder)) if (timeOf(key) < at) await this.store.remove(key);
		}
	}

	of(connection: string): ErasedLeads {
		const test = () => this.#test(connection);
		return { test, without: (leads) => this.#without(leads, test) };
	}

	async #without(leads: readonly Lead[], test: ErasedLeads['test']): Promise<Lead[]> {
		if (leads.length === 0) return [];
		const isErased = await test();
		return leads.filter((lead) => isErased?.(lead) !== true);
	}

	async #test(connection: string): Promise<((lead: Lead) => boolean) | null> {
		const { until, versions } = await this.#read();
		if (until.size === 0) return null;
		return ({ id: leadId, agentId, email, capturedAt }) => {
			const time = Date.parse(capturedAt);
			// Entries of earlier versions hold the form that the request had.
			const ofAddress = formsOfAddress(email).map(addressParts);
			return [...ofAddress, leadParts({ connection, agentId, leadId })].some((parts) =>
				versions.some((version) => time <= (until.get(folderOf(this.keyring.mac(parts, version))) ?? -Infinity)),
			);
		};
	}

	/** Number of erased addresses and leads by missing key. Without that key no lead can be written. */
	async missingKeys(): Promise<Map<string, number>> {
		const missing = new Map<string, number>();
		for (const folder of (await this.#read()).until.keys()) {
			const version = versionOf(folder);
			if (!this.keyring.has(version)) missing.set(version, (missing.get(version) ?? 0) + 1);
		}
		return missing;
	}

	/** The time of each entry's erasure, and the versions of the keys in use. */
	async #read() {
		const until = new Map<string, number>();
		const versions = new Set<string>();
		for await (const { key } of this.store.list(ERASED_PERSONS)) {
			if (key.slice(ERASED_PERSONS.length).split('/').length < PARTS) continue;
			const folder = key.slice(0, key.lastIndexOf('/') + 1);
			versions.add(versionOf(folder));
			until.set(folder, Math.max(until.get(folder) ?? 0, timeOf(key)));
		}
		return { until, versions: [...versions] };
	}
}

function addressParts(email: string): string[] {
	return ['erased-address', email];
}

function leadParts({ connection, agentId, leadId }: Person['leads'][number]): string[] {
	return ['erased-lead', connection, agentId, String(leadId)];
}

/** A key's version may be any text, so it is encoded for the blob's name. */
function folderOf({ keyVersion, mac }: Mac): string {
	return `${ERASED_PERSONS}${Buffer.from(keyVersion).toString('base64url')}/${mac}/`;
}

function versionOf(folder: string): string {
	const [version = ''] = folder.slice(ERASED_PERSONS.length).split('/');
	return Buffer.from(version, 'base64url').toString();
}

function timeOf(key: string): number {
	return Number(key.slice(key.lastIndexOf('/') + 1));
}
