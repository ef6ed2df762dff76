import Table from 'cli-table3';
import { FAULTS, TASKS } from './cells';
import type { Figures } from './figures';
import type { RunReport } from './wave';

/** No colours, and no lines between rows. */
const STYLE = { head: [], border: [] };
const CHARS = { mid: '', 'left-mid': '', 'mid-mid': '', 'right-mid': '' };

/** One line to the person who waits. */
export function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

/** Counted runs of every task and fault. */
export function runsTable(reports: readonly RunReport[]): string {
	const table = new Table({
		head: ['counted runs', ...TASKS.map((task) => task.replace('lead-sync to', 'sync'))],
		style: STYLE,
		chars: CHARS,
	});
	const hit = new Set(reports.filter(({ counted }) => counted).map(({ cell }) => cell.fault));
	for (const fault of FAULTS.filter((each) => hit.has(each)))
		table.push([
			fault,
			...TASKS.map((task) => {
				const runs = reports.filter(({ cell, counted }) => counted && cell.fault === fault && cell.task === task);
				return runs.length === 0 ? '' : `${runs.length}`;
			}),
		]);
	return table.toString();
}

export function figuresTable(figures: Figures): string {
	const { recoverySeconds, tooManyRequests, mostCallsInAny60Seconds: most } = figures;
	const table = new Table({ style: STYLE, chars: CHARS });
	table.push(
		['runs, of which counted', `${figures.runs}, ${figures.countedRuns}`],
		['cells hit, of', `${figures.cellsHit}, ${figures.cells}`],
		['intents', `${figures.intents}`],
		['kill -9', `${figures.kills}`],
		['stopped for two minutes', `${figures.stops}`],
		['lost', `${figures.lost}`],
		['doubled', `${figures.doubled}`],
		['doubled by a late commit, and reported', `${figures.doubledAndReported}`],
		['second runs after lost responses, and told', `${figures.secondRunsTold}`],
		['unknown', `${figures.unknown}`],
		['recovery, p50 and p95', `${recoverySeconds.p50} s, ${recoverySeconds.p95} s`],
		['429, asked for and others', `${tooManyRequests.asked}, ${tooManyRequests.others}`],
		[`most calls in any 60 s, limit ${most.limitOfPaced}`, `${most.paced}`],
		['most calls in any 60 s, without a limit', `${most.wide}`],
	);
	return table.toString();
}
