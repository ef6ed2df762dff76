import { createHash } from 'node:crypto';

/** A pseudo-random number of [0, 1), which depends on seed and label alone. */
export function seededRandom(seed: string, label: string): number {
	return createHash('sha256').update(`${seed}/${label}`).digest().readUInt32BE(0) / 2 ** 32;
}

/** A seeded random choice. @throws when there is none */
export function pick<Choice>(seed: string, label: string, choices: readonly Choice[]): Choice {
	const choice = choices[Math.floor(seededRandom(seed, label) * choices.length)];
	if (choice === undefined) throw new Error(`There is nothing to pick for ${label}.`);
	return choice;
}

/** A seeded random order. */
export function shuffled<Item>(seed: string, label: string, items: readonly Item[]): Item[] {
	return items
		.map((item, index) => ({ item, at: seededRandom(seed, `${label}/${index}`) }))
		.toSorted((one, other) => one.at - other.at)
		.map(({ item }) => item);
}
