import { allCells, type Cell, nameOf } from './cells';
import { figuresOf, type Figures } from './figures';
import { type PlannedRun, plan, subSeedOf, type Wave, wavesOf } from './plan';
import { say } from './report';
import { newRun } from './runs';
import { runWave, type RunReport } from './wave';
import type { World } from './world';

/** Rounds in which runs that missed are tried again. */
const ROUNDS = 10;

export interface MatrixOptions {
	seed: string;
	/** Counted ones that are wanted. */
	runs: number;
	/** Only these; by default all. */
	cells?: readonly Cell[];
	/** Milliseconds since 1970: no wave is begun after it. */
	deadline: number;
}

export interface MatrixResult {
	reports: RunReport[];
	figures: Figures;
}

/** Runs the plan, then again what missed, each time with the next sub-seed, until all has counted. */
export async function runMatrix(world: World, options: MatrixOptions): Promise<MatrixResult> {
	const { seed, runs, deadline } = options;
	const cells = options.cells ?? allCells();
	const reports: RunReport[] = [];
	const totals = { kills: 0, stops: 0 };
	const tries = new Map<string, number>();
	const { engine } = world.stack;
	const parts = { all: engine.parts.length, recorders: engine.recorders.length };
	let waves = plan(seed, runs, cells, parts);
	for (let round = 0; waves.length > 0 && round < ROUNDS; round += 1) {
		for (const wave of waves) {
			if (Date.now() > deadline) break;
			world.waves += 1;
			const result = await oneWave(wave, world.waves);
			reports.push(...result.reports);
			totals.kills += result.kills;
			totals.stops += result.stops;
		}
		waves = wavesOf(`${seed}/${round}`, missed(), parts);
	}
	const { wide, paced } = world.stack.keys;
	const figures = figuresOf(reports, world.oracle.allRequests(), totals, { wide, paced, cells: cells.length });
	return { reports, figures };

	async function oneWave(wave: Wave, number: number) {
		const label = `${seed}/wave ${number}`;
		const began = Date.now();
		for (const { cell } of wave.runs) tries.set(nameOf(cell), (tries.get(nameOf(cell)) ?? 0) + 1);
		const started = wave.runs.map((planned, index) => newRun(planned, world, number * 1_000 + index));
		const result = await runWave(wave, started, world, label);
		const counted = result.reports.filter((report) => report.counted).length;
		const took = Math.round((Date.now() - began) / 1_000);
		say(`wave ${number}, ${wave.name}: ${counted} of ${wave.runs.length} runs counted, ${took} s`);
		for (const { cell, missed } of result.reports) if (missed !== '') say(`  missed: ${nameOf(cell)}: ${missed}`);
		for (const { problems } of result.reports) for (const problem of problems) say(`  ${problem}`);
		return result;
	}

	/** As many again as did not count; a run with a problem is reported instead. */
	function missed(): PlannedRun[] {
		const open = new Map<string, { cell: Cell; count: number }>();
		for (const { cell, counted, problems } of reports) {
			const entry = open.get(nameOf(cell)) ?? { cell, count: 0 };
			entry.count += counted || problems.length > 0 ? -1 : 0;
			open.set(nameOf(cell), entry);
		}
		for (const wave of plan(seed, runs, cells))
			for (const { cell } of wave.runs) {
				const entry = open.get(nameOf(cell)) ?? { cell, count: 0 };
				entry.count += 1;
				open.set(nameOf(cell), entry);
			}
		return [...open.values()].flatMap(({ cell, count }) =>
			Array.from({ length: Math.max(0, count) }, (_, index) => ({
				cell,
				subSeed: subSeedOf(seed, cell, (tries.get(nameOf(cell)) ?? 0) + index),
			})),
		);
	}
}
