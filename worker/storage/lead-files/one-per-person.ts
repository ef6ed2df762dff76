import { createHash } from 'node:crypto';
import { type Lead, personOf } from '../../../api';
import type { LeadGroup } from './chunk';
import { LeadIds } from './lead-ids';

/** Which leads of a file are taken. An erasure may remove leads from the chunks while they are read again. */
export interface TakenLeads {
	has(agentId: string, id: number): boolean;
	count: number;
}

/**
 * Takes the newest lead of each person (`personOf`), of whatever agent. A lead without an address is not taken if one
 * with an address has its telephone number. A lead with neither always is.
 *
 * It keeps a number for each address and telephone number, so a million leads need about 100 MB.
 * @param groups each lead once
 */
export async function onePerPerson(groups: AsyncIterable<LeadGroup>): Promise<TakenLeads> {
	const persons = new Persons();
	for await (const group of groups) for (const lead of group.leads()) persons.add(lead);
	return persons.taken();
}

class Persons {
	readonly #capturedAt: number[] = [];
	readonly #ids: number[] = [];
	/** Places in `#agents`. */
	readonly #agentOf: number[] = [];
	/** Agents with their places. */
	readonly #agents = new Map<string, number>();
	/** The newest lead, by what identifies its person. */
	readonly #byAddress = new Map<number, number>();
	readonly #byTelephoneAlone = new Map<number, number>();
	/** Telephone numbers of leads with an address. */
	readonly #telephones = new Set<number>();
	readonly #unknown: number[] = [];

	add(lead: Lead): void {
		const index = this.#capturedAt.length;
		// A lead whose time cannot be read is older than all others.
		this.#capturedAt.push(Date.parse(lead.capturedAt) || 0);
		this.#ids.push(lead.id);
		const agent = this.#agents.get(lead.agentId) ?? this.#agents.size;
		this.#agents.set(lead.agentId, agent);
		this.#agentOf.push(agent);
		const { address, telephone } = personOf(lead);
		if (address !== null) this.#keepNewest(this.#byAddress, digestOf(address), index);
		if (telephone === null) {
			if (address === null) this.#unknown.push(index);
			return;
		}
		if (address === null) this.#keepNewest(this.#byTelephoneAlone, digestOf(telephone), index);
		else this.#telephones.add(digestOf(telephone));
	}

	taken(): TakenLeads {
		const byTelephone = [...this.#byTelephoneAlone].filter(([telephone]) => !this.#telephones.has(telephone));
		const taken = Array.from(this.#agents, () => new LeadIds());
		const take = (index: number) => taken[this.#agentOf[index] ?? 0]?.add(this.#ids[index] ?? 0);
		for (const index of this.#byAddress.values()) take(index);
		for (const [, index] of byTelephone) take(index);
		for (const index of this.#unknown) take(index);
		return {
			has: (agentId, id) => taken[this.#agents.get(agentId) ?? -1]?.has(id) === true,
			count: this.#byAddress.size + byTelephone.length + this.#unknown.length,
		};
	}

	#keepNewest(newest: Map<number, number>, person: number, index: number): void {
		const [known, at] = [newest.get(person), this.#capturedAt];
		if (known === undefined || (at[index] ?? 0) > (at[known] ?? 0)) newest.set(person, index);
	}
}

const BYTES = 6;

/** 53 bits, which is what a number holds. Two of a million persons share one with a chance of 1 in 18,000. */
function digestOf(text: string): number {
	const digest = createHash('sha256').update(text).digest();
	return digest.readUIntBE(0, BYTES) * 32 + (digest.readUInt8(BYTES) & 31);
}
