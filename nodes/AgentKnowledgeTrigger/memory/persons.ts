import type { IDataObject } from 'n8n-workflow';
import { personOf } from '../../AgentKnowledge/generated/lead-person';
import { hashOfText } from './hash';

/** Addresses and telephone numbers that are remembered. The state of a node stays below 30 kB by them. */
const MOST_MARKS = 2_000;
/** 60 bits. */
const MARK_LENGTH = 10;

/** Items that start the flow, and what is known of their persons then. */
export interface OnePerPerson {
	items: IDataObject[];
	/** Hashes, oldest first. */
	persons: string[];
}

/**
 * Only the first lead of each person (`personOf`), as far as earlier leads that started the flow are remembered.
 * @param leads oldest first
 * @param known as the poll before returned it
 */
export function onePerPerson(leads: readonly IDataObject[], known: readonly string[]): OnePerPerson {
	const persons = new Set(known);
	const items = leads.filter((lead) => {
		const { address, telephone } = personOf(lead);
		const decisive = address ?? telephone;
		if (decisive === null) return true;
		const isFirst = !persons.has(markOf(decisive));
		for (const each of [address, telephone]) {
			if (each === null) continue;
			// Those who come again are remembered longest.
			persons.delete(markOf(each));
			persons.add(markOf(each));
		}
		return isFirst;
	});
	return { items, persons: [...persons].slice(-MOST_MARKS) };
}

/** Addresses and numbers differ, as each address has a letter or a sign that no number has. */
function markOf(text: string): string {
	return hashOfText(text, MARK_LENGTH);
}
