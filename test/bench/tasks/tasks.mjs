// @ts-check
/**
 * `npm run bench:tasks`: long tasks on the real stack (docs/benchmarks.md). Each part has its own fleet and its own file of
 * figures; `-- --only memory,rate` runs some of them, `-- --small` tries out all of them in a few minutes and keeps
 * nothing, `-- --size starts=2000` changes a size, `-- --cluster newest` runs
 * them on a Temporal cluster. Ends with 1 when a rate falls short, a lead is not in its file once, or a sync takes more
 * than twice the time of COPY.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { messageOf } from '../../../scripts/readable-error.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { askedCluster, programOf } from '../engine.mjs';
import { describeMachine } from '../machine.mjs';
import { startProgress } from '../progress.mjs';
import { figuresFolder, writeFigures } from '../write-figures.mjs';
import { PARTS } from './parts.mjs';
import { FULL, SMALL, withChanges } from './sizes.mjs';

const { values } = parseArgs({
	options: {
		only: { type: 'string', default: Object.keys(PARTS).join(',') },
		small: { type: 'boolean', default: false },
		size: { type: 'string', multiple: true, default: [] },
		/** A Temporal cluster of the oldest or newest supported release. Default: one process on SQLite. */
		cluster: { type: 'string' },
		out: { type: 'string' },
	},
});
const chosen = values.only.split(',');
const unknown = chosen.filter((name) => !(name in PARTS));
if (unknown.length > 0) {
	console.error(`There is no part ${unknown.join(', ')}. The parts are: ${Object.keys(PARTS).join(', ')}.`);
	process.exit(2);
}
const cluster = askedCluster(values.cluster);
const isKept = values.out !== undefined || !values.small;
const out = isKept ? await figuresFolder(values.out) : null;

const say = startProgress();
const temporalBinary = await findTemporalServer({ cache: cacheFolder() });
const program = cluster === undefined ? temporalBinary : await programOf(cluster);
const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bench-'));
const bench = {
	temporalBinary,
	engine: cluster,
	folder,
	sizes: withChanges(values.small ? SMALL : FULL, values.size),
	say,
};
/** @type {string[]} */
const shortfalls = [];
say(`Databases and logs are in ${folder}`);
for (const [name, { about, measure }] of Object.entries(PARTS)) {
	if (!chosen.includes(name)) continue;
	say(`${name}: ${about}`);
	const machine = await describeMachine(program);
	try {
		const { figures, shortfalls: fallen } = await measure(bench);
		shortfalls.push(...fallen.map((text) => `${name}: ${text}`));
		console.log(JSON.stringify({ part: name, ...figures }, null, 2));
		const measured = { measuredAt: new Date().toISOString(), machine, ...figures };
		if (out !== null)
			await writeFigures(join(out, `tasks-${name}${cluster === undefined ? '' : '-cluster'}.json`), measured);
	} catch (error) {
		shortfalls.push(`${name} could not be measured: ${messageOf(error)}`);
	}
}
for (const text of shortfalls) console.error(`It falls short. ${text}`);
say(shortfalls.length === 0 ? 'Done; nothing falls short.' : 'Done.');
if (shortfalls.length === 0) await rm(folder, { recursive: true, force: true });
process.exitCode = shortfalls.length === 0 ? 0 : 1;
