import { createHash } from 'node:crypto';

/** A number from 0 up to 1, which depends on seed and label alone: nothing that happens meanwhile changes it. */
export function dice(seed: string, label: string): number {
	return createHash('sha256').update(`${seed}/${label}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** One of several, by seed and label. @throws when there is none */
export function pick<Choice>(seed: string, label: string, choices: readonly Choice[]): Choice {
	const choice = choices[Math.floor(dice(seed, label) * choices.length)];
	if (choice === undefined) throw new Error(`There is nothing to pick for ${label}.`);
	return choice;
}

/** A new order, by seed and label. */
export function shuffled<Item>(seed: string, label: string, items: readonly Item[]): Item[] {
	return items
		.map((item, index) => ({ item, at: dice(seed, `${label}/${index}`) }))
		.toSorted((one, other) => one.at - other.at)
		.map(({ item }) => item);
}
