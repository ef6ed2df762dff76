import type { Fault } from './cells';
import { nameOf } from './cells';
import type { Request } from './oracle';
import { PACED } from './stack';
import type { RunReport } from './wave';
import type { Outcome } from './verdict';

const MINUTE_MS = 60_000;

export interface Totals {
	kills: number;
	stops: number;
}

export type Figures = ReturnType<typeof figuresOf>;

/** The results of all runs. @param keys of the two connections @param cells that had to be hit */
export function figuresOf(
	reports: readonly RunReport[],
	requests: readonly Request[],
	{ kills, stops }: Totals,
	{ wide, paced, cells }: { wide: string; paced: string; cells: number },
) {
	const counted = reports.filter(({ counted: does }) => does);
	const judged = reports.flatMap((report) => report.judged);
	const of = (outcome: Outcome) => judged.filter((each) => each.outcome === outcome).length;
	const recoveries = counted
		.flatMap(({ recoveryMs }) => (recoveryMs === null ? [] : [recoveryMs]))
		.sort((a, b) => a - b);
	const tooMany = requests.filter(({ status }) => status === 429);
	return {
		runs: reports.length,
		countedRuns: counted.length,
		cells,
		cellsHit: new Set(counted.map(({ cell }) => nameOf(cell))).size,
		intents: judged.length,
		kills,
		stops,
		faults: faultsOf(counted),
		lost: of('lost'),
		doubled: of('doubled'),
		doubledAndReported: of('doubled-and-reported'),
		secondRunsTold: of('second-and-told'),
		unknown: of('unknown'),
		recoverySeconds: { p50: seconds(recoveries, 0.5), p95: seconds(recoveries, 0.95) },
		tooManyRequests: {
			asked: tooMany.filter(({ fault }) => fault !== null).length,
			others: tooMany.filter(({ fault }) => fault === null).length,
		},
		mostCallsInAny60Seconds: {
			paced: most(requests.filter(({ keyId }) => keyId === paced)),
			limitOfPaced: PACED,
			wide: most(requests.filter(({ keyId }) => keyId === wide)),
		},
		problems: reports.flatMap(({ problems }) => problems),
	};
}

function faultsOf(counted: readonly RunReport[]): Partial<Record<Fault, number>> {
	const faults: Partial<Record<Fault, number>> = {};
	for (const { cell } of counted) faults[cell.fault] = (faults[cell.fault] ?? 0) + 1;
	return faults;
}

function seconds(sorted: readonly number[], share: number): number {
	const at = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
	return Math.round(at / 100) / 10;
}

/** Calls in the busiest 60 s. */
function most(requests: readonly Request[]): number {
	const times = requests.map(({ at }) => at).sort((a, b) => a - b);
	let first = 0;
	let found = 0;
	for (const [last, at] of times.entries()) {
		while ((times[first] ?? at) <= at - MINUTE_MS) first += 1;
		found = Math.max(found, last - first + 1);
	}
	return found;
}
