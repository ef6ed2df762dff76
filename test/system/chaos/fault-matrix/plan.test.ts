import { allCells, combinations, FAULTS, nameOf, TASKS, reasonExcluded } from './cells';
import { plan, subSeedOf } from './plan';

const SEED = '7';
/** More than there are cells. */
const RUNS = 500;
const runsOf = (seed: string, runs: number) => plan(seed, runs).flatMap((wave) => wave.runs);

describe('the plan', () => {
	it('is a pure function of the seed', () => {
		expect(plan(SEED, RUNS)).toEqual(plan(SEED, RUNS));
		expect(plan(SEED, RUNS)).not.toEqual(plan('8', RUNS));
	});

	it('has every cell, and as many runs as were asked for', () => {
		const runs = runsOf(SEED, RUNS);
		expect(runs).toHaveLength(RUNS);
		expect(new Set(runs.map(({ cell }) => nameOf(cell)))).toEqual(new Set(allCells().map(nameOf)));
		expect(runsOf(SEED, 12)).toHaveLength(12);
	});

	it('draws from another seed each time that a cell is tried', () => {
		const runs = runsOf(SEED, 400);
		expect(new Set(runs.map(({ subSeed }) => subSeed)).size).toBe(400);
		const [first] = runs;
		expect(first && subSeedOf(SEED, first.cell, 9)).not.toBe(first?.subSeed);
	});

	it('hits each part of a cluster in a wave of its own, and records nothing without those that record', () => {
		const partsOf = (name: string) =>
			plan(SEED, RUNS, allCells(), { all: 5, recorders: 3 })
				.filter((wave) => wave.name === name)
				.map(({ part }) => part);
		expect(partsOf('kill-temporal').toSorted()).toEqual([0, 1, 2, 3, 4]);
		expect(partsOf('kill-temporal, answered').toSorted()).toEqual([0, 1, 2]);
		expect(new Set(partsOf('requests'))).toEqual(new Set([0]));
	});

	it('puts only runs that one process fault can hit into a wave', () => {
		for (const { name, runs } of plan(SEED, RUNS)) {
			const faults = new Set(runs.map(({ cell }) => cell.fault));
			expect(name === 'requests' || name === 'callers' || faults.size === 1).toBe(true);
		}
	});
});

describe('the cells', () => {
	it('are two hundred at least, of every task and every fault', () => {
		const cells = allCells();
		expect(cells.length).toBeGreaterThanOrEqual(200);
		expect(new Set(cells.map(({ fault }) => fault))).toEqual(new Set(FAULTS));
		for (const task of TASKS) expect(cells.filter((cell) => cell.task === task).length).toBeGreaterThanOrEqual(10);
	});

	it('give a reason for every combination without a cell', () => {
		const excluded = combinations().filter((cell) => reasonExcluded(cell) !== null);
		expect(excluded.length + allCells().length).toBe(combinations().length);
		for (const cell of excluded) expect(reasonExcluded(cell)).toMatch(/^[A-Z].+\.$/);
	});
});
