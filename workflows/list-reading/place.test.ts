import { follow, PAGE_SIZE, type Place, STEP, top } from './place';

/** Repeatable: a linear congruential generator. */
function random(seed: number): (below: number) => number {
	let state = seed;
	return (below) => {
		state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((state / 2 ** 32) * below);
	};
}

/** A list that is newest first; ids grow. */
class ChangingList {
	private next: number;
	readonly leads: number[];
	readonly deleted = new Set<number>();

	constructor(
		size: number,
		private readonly below: (bound: number) => number,
	) {
		this.leads = Array.from({ length: size }, (_, index) => size - index);
		this.next = size + 1;
	}

	change(mostInserts: number, mostDeletes: number): void {
		for (let count = this.below(mostInserts + 1); count > 0; count -= 1) this.leads.unshift(this.next++);
		for (let count = this.below(mostDeletes + 1); count > 0 && this.leads.length > 0; count -= 1) {
			const [gone = 0] = this.leads.splice(this.below(this.leads.length), 1);
			this.deleted.add(gone);
		}
	}

	/** Deletes a whole stretch of the list, as a person who cleans up does. */
	cutOut(): void {
		for (const id of this.leads.splice(this.below(this.leads.length), 250)) this.deleted.add(id);
	}

	read(offset: number) {
		const ids = this.leads.slice(offset, offset + PAGE_SIZE);
		const total = this.leads.length;
		const ended = ids.length === 0 || offset + ids.length >= total;
		return {
			total,
			stored: ids.length,
			pages: 1,
			pagesAtOnce: 1,
			first: ids,
			last: ids,
			nextOffset: offset + STEP,
			ended,
		};
	}
}

function readAll(list: ChangingList, between: () => void): { seen: Set<number>; reads: number; place: Place<number> } {
	const [seen, place] = [new Set<number>(), top<number>()];
	for (let reads = 1; ; reads += 1) {
		const read = list.read(place.offset);
		const followed = follow(place, read);
		if (followed === 'lost') throw new Error('lost');
		for (const id of read.first) seen.add(id);
		if (followed === 'followed' && read.ended) return { seen, reads, place };
		between();
	}
}

it.each(Array.from({ length: 300 }, (_, seed) => seed))('misses no lead of a changing list (%d)', (seed) => {
	const below = random(seed);
	const size = below(3_000);
	const list = new ChangingList(size, below);
	const [inserts, deletes] = [below(40), below(30)];
	const { seen } = readAll(list, () => {
		list.change(inserts, deletes);
		if (below(20) === 0) list.cutOut();
	});
	const missed = Array.from({ length: size }, (_, index) => index + 1).filter(
		(id) => !seen.has(id) && !list.deleted.has(id),
	);
	expect(missed).toEqual([]);
});

it('knows items by texts as by numbers', () => {
	const place = top<string>();
	expect(follow(place, { first: ['a', 'b'], last: ['b', 'c'], nextOffset: 2 })).toBe('followed');
	expect(follow(place, { first: ['d'], last: ['d'], nextOffset: 4 })).toBe('stepped-back');
	expect(follow({ ...place, offset: 1 }, { first: ['c', 'd'], last: ['d'], nextOffset: 4 })).toBe('followed');
});

it('reads a list that stands still page by page, and never steps back', () => {
	const list = new ChangingList(1_000, random(1));
	const { seen, reads, place } = readAll(list, () => undefined);
	expect([seen.size, reads, place.restarts]).toEqual([1_000, 11, 0]);
});

it('would miss leads if it did not look for a known one', () => {
	const below = random(7);
	const list = new ChangingList(3_000, below);
	const seen = new Set<number>();
	for (let offset = 0; ; offset += STEP) {
		const read = list.read(offset);
		for (const id of read.first) seen.add(id);
		if (read.ended) break;
		list.change(0, 30);
	}
	const missed = list.leads.filter((id) => !seen.has(id));
	expect(missed.length).toBeGreaterThan(0);
});

it('gives up a list that never stands still', () => {
	let next = 1_000_000;
	const place = top<number>();
	const outcomes = Array.from({ length: 200 }, () => {
		const ids = Array.from({ length: PAGE_SIZE }, () => next--);
		const read = {
			total: 10_000,
			stored: 0,
			pages: 1,
			pagesAtOnce: 1,
			first: ids,
			last: ids,
			nextOffset: place.offset + STEP,
			ended: false,
		};
		return follow(place, read);
	});
	expect(outcomes).toContain('lost');
});
