import { allCells, type Cell, isProcessFault, isRequestFault, nameOf } from './cells';
import { seededRandom, shuffled } from '../../../support/seeded-random';

export interface PlannedRun {
	cell: Cell;
	/** What is drawn for this run is drawn from it: the seed of the matrix, the cell, and how often it was tried. */
	subSeed: string;
}

/** Runs that go at the same time on one stack, and what hits all of them. */
export interface Wave {
	name: WaveName;
	runs: PlannedRun[];
	/** Which part of Temporal it hits, in a wave that hits one: counted from 0, and on past the last one. */
	part: number;
}

/** How many parts Temporal has, and without how many of them it records no result. */
export interface Parts {
	all: number;
	recorders: number;
}

const ONE_PROCESS: Parts = { all: 1, recorders: 1 };

/**
 * - a process fault: all runs are held where they are to be hit, then it hits them all.
 * - `answered`: the same fault, once the responses are there and Temporal does not know them.
 * - `requests`: each run has a request of its own that goes wrong.
 * - `callers`: each run is sent a second time.
 */
const WAVE_NAMES = [
	'requests',
	'callers',
	'kill-worker',
	'kill-worker, answered',
	'kill-temporal',
	'kill-temporal, answered',
	'kill-gateway',
	'stop-worker',
	'rolling-restart',
] as const;
export type WaveName = (typeof WAVE_NAMES)[number];

/** As many as one stack on two cores takes with all of them held at once; where nothing is held, more. */
const MOST_IN_A_WAVE = { held: 24, free: 40 };

/** The first tries: every cell once, then drawn ones up to the number of runs. A pure function of the seed. */
export function plan(
	seed: string,
	runs: number,
	cells: readonly Cell[] = allCells(),
	parts: Parts = ONE_PROCESS,
): Wave[] {
	const once = runs >= cells.length ? [...cells] : shuffled(seed, 'cells', cells).slice(0, runs);
	const more: Cell[] = [];
	for (let round = 1; once.length + more.length < runs; round += 1)
		more.push(...shuffled(seed, `more-${round}`, cells).slice(0, runs - once.length - more.length));
	const tries = new Map<string, number>();
	const planned = [...once, ...more].map((cell) => {
		const time = tries.get(nameOf(cell)) ?? 0;
		tries.set(nameOf(cell), time + 1);
		return { cell, subSeed: subSeedOf(seed, cell, time) };
	});
	return wavesOf(seed, planned, parts);
}

/** The seed of the next try of a cell, after so many before. */
export function subSeedOf(seed: string, cell: Cell, tries: number): string {
	return `${seed}/${nameOf(cell)}/${tries}`;
}

/** Waves of the runs, in an order that the seed determines. If there are enough runs, a wave hits each part of Temporal. */
export function wavesOf(seed: string, runs: readonly PlannedRun[], parts: Parts = ONE_PROCESS): Wave[] {
	return WAVE_NAMES.flatMap((name) => {
		const ours = shuffled(
			seed,
			name,
			runs.filter(({ cell }) => waveOf(cell) === name),
		);
		const most = name === 'requests' ? MOST_IN_A_WAVE.free : MOST_IN_A_WAVE.held;
		const hits = partsHit(name, parts);
		const count = Math.min(ours.length, Math.max(Math.ceil(ours.length / most), hits));
		const first = Math.floor(seededRandom(seed, `${name}/part`) * hits);
		return Array.from({ length: count }, (_, wave) => ({
			name,
			runs: ours.filter((_run, index) => index % count === wave),
			part: (first + wave) % hits,
		}));
	});
}

function partsHit(name: WaveName, { all, recorders }: Parts): number {
	if (name === 'kill-temporal') return all;
	return name === 'kill-temporal, answered' ? recorders : 1;
}

/** What a wave hits. */
export function partOf<Part>(wave: Wave, parts: readonly Part[]): Part {
	const part = parts[wave.part % parts.length];
	if (part === undefined) throw new Error('Temporal has no part.');
	return part;
}

function waveOf({ point, fault }: Cell): WaveName {
	if (isRequestFault(fault)) return 'requests';
	if (!isProcessFault(fault)) return 'callers';
	const answered = `${fault}, ${point}`;
	return WAVE_NAMES.find((name) => name === answered) ?? WAVE_NAMES.find((name) => name === fault) ?? 'requests';
}
