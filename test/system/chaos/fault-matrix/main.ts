import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { workspaceRoot } from '../../../../scripts/build/workspace-root.mjs';
import { describeMachine } from '../../../bench/machine.mjs';
import { writeFigures } from '../../../bench/write-figures.mjs';
import { retrainInputSchema } from '../../../../workflows/retrain/contract';
import { settingsSchema } from '../../../../sandbox/runtime/settings';
import { allCells, nameOf } from './cells';
import { figuresTable, runsTable, say } from './report';
import { runMatrix } from './run-matrix';
import { setUp } from './set-up';

/** Of the kept figures. */
const SEED = '1';
const RUNS = 200;
const MINUTES = 55;
const RESULTS = join(workspaceRoot, 'test-results', 'chaos-matrix');

const { values } = parseArgs({
	options: {
		seed: { type: 'string', default: SEED },
		runs: { type: 'string', default: `${RUNS}` },
		/** Only cells whose name has this. */
		only: { type: 'string', default: '' },
		minutes: { type: 'string', default: `${MINUTES}` },
		/** How the service answers what the specification leaves open: whether an ended training run still shows. */
		'ended-run': { type: 'string', default: 'kept' },
		/** What a retrain does if nobody can know whether its request started a run. */
		'if-uncertain': { type: 'string', default: 'repeat' },
		/** Default: a file of its own for each setting. */
		out: { type: 'string' },
		/** On a cluster of the oldest or newest supported release: four services, PostgreSQL, three workers, two gateways. */
		cluster: { type: 'string' },
		keep: { type: 'boolean', default: false },
	},
});

const endedRun = settingsSchema.shape.endedRun.parse(values['ended-run']);
const ifUncertain = retrainInputSchema.shape.ifUncertain.parse(values['if-uncertain']);
const cluster = values.cluster === undefined ? undefined : z.enum(['oldest', 'newest']).parse(values.cluster);
const variant = [
	...(endedRun === 'kept' ? [] : [`ended-run-${endedRun}`]),
	...(ifUncertain === 'repeat' ? [] : [`if-uncertain-${ifUncertain}`]),
	...(cluster === undefined ? [] : [`cluster-${cluster}`]),
];
const out = values.out ?? join(RESULTS, ...variant, 'figures.json');

async function main(): Promise<boolean> {
	const cells = allCells().filter((cell) => nameOf(cell).includes(values.only));
	const runs = Math.max(Number(values.runs), Number(values.runs) >= RUNS ? cells.length : 1);
	say(
		`seed ${values.seed}, ${runs} runs over ${cells.length} cells, ended runs ${endedRun}, if uncertain ${ifUncertain}`,
	);
	const began = Date.now();
	const { world, end } = await setUp(['matrix', ...variant].join('-'), { endedRun, ifUncertain, cluster });
	let passed = false;
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void end(true).finally(() => process.exit(130)));
	try {
		say(`databases and logs: ${world.folder}`);
		const deadline = began + Number(values.minutes) * 60_000;
		const { reports, figures } = await runMatrix(world, { seed: values.seed, runs, cells, deadline });
		const minutes = Math.round((Date.now() - began) / 6_000) / 10;
		const machine = await describeMachine(world.stack.engine.binary);
		const settings = { seed: values.seed, endedRun, ifUncertain, cluster };
		const measured = { measuredAt: new Date().toISOString(), machine, ...settings, minutes };
		await writeFigures(out, { ...measured, ...figures });
		await writeFigures(join(dirname(out), 'runs.json'), { seed: values.seed, runs: reports });
		say(`${runsTable(reports)}\n${figuresTable(figures)}`);
		for (const problem of figures.problems) say(`PROBLEM ${problem}`);
		const complete = figures.countedRuns >= runs && figures.cellsHit >= Math.min(runs, cells.length);
		if (!complete) say(`Not complete: ${figures.countedRuns} of ${runs} runs counted, ${figures.cellsHit} cells hit.`);
		passed = complete && figures.problems.length === 0 && figures.lost === 0 && figures.doubled === 0;
		say(
			`${passed ? 'Nothing lost, nothing doubled' : 'It falls short'}, ${minutes} minutes; again with --seed ${values.seed}`,
		);
	} finally {
		await end(values.keep || !passed);
	}
	return passed;
}

main().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		say(error instanceof Error ? (error.stack ?? error.message) : String(error));
		process.exit(1);
	},
);
