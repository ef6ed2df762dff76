// @ts-check
/**
 * `npm run bench:waiting`: executions of a real n8n that wait for a training run, by the Task node, and by a loop of
 * n8n's Wait node that looks at the training status. Each way has a fresh n8n, one after the other, on the same sandbox.
 * AK_BENCH_EXECUTIONS: how many wait, default 1,000; another number keeps no figures without `--out`. `-- --ways
 * task,loop60` measures some of the ways.
 */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { parseJson } from '../../../scripts/json.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { describeMachine } from '../machine.mjs';
import { startProgress } from '../progress.mjs';
import { startFleet } from '../rate/start-fleet.mjs';
import { figuresFolder, writeFigures } from '../write-figures.mjs';
import { measureWay } from './measure-way.mjs';
import { startTwoPageSite } from './two-page-site.mjs';

/**
 * The service's own 60 requests a minute fit neither way: a loop over 1,000 executions would be answered with 429, and
 * the worker would look at each run four times an hour. Both get the same larger limit, which holds a look of every
 * execution every 20 s, so that each way asks as often as it wants to.
 */
const REQUESTS_PER_MINUTE = 3_000;
const EXECUTIONS = 1_000;

/** @param {string} file */
const flowOf = async (file) =>
	/** @type {import('../../../scripts/n8n/workflows.mjs').Flow} */ (
		parseJson(await readFile(new URL(file, import.meta.url), 'utf8'))
	);
const byLoop = await flowOf('by-loop.json');
/**
 * n8n keeps an execution in memory that waits for less than 65 s, and in its database otherwise. Looks every 60 s are as
 * far apart as those of the worker at most.
 * @type {import('./measure-way.mjs').Way[]}
 */
const WAYS = [
	{ name: 'task', path: 'by-task', flow: await flowOf('by-task.json') },
	{ name: 'loop60', path: 'by-loop', flow: byLoop, seconds: 60 },
	{ name: 'loop70', path: 'by-loop', flow: byLoop, seconds: 70 },
];

const { values } = parseArgs({
	options: {
		out: { type: 'string' },
		ways: { type: 'string', default: WAYS.map(({ name }) => name).join(',') },
		settle: { type: 'string', default: '60' },
	},
});
const executions = Number(process.env['AK_BENCH_EXECUTIONS'] ?? EXECUTIONS);
const isKept = values.out !== undefined || executions === EXECUTIONS;
const out = isKept ? await figuresFolder(values.out) : null;
const chosen = values.ways.split(',');
const unknown = chosen.filter((name) => !WAYS.some((way) => way.name === name));
if (unknown.length > 0) {
	console.error(`There is no way ${unknown.join(', ')}. The ways are: ${WAYS.map(({ name }) => name).join(', ')}.`);
	process.exit(2);
}

const say = startProgress();
const installation = await installN8n({ cache: cacheFolder() });
const temporalBinary = await findTemporalServer({ cache: cacheFolder() });
const machine = await describeMachine(temporalBinary);
const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bench-'));
say(`Databases and logs are in ${folder}`);
const port = await freePort();
const site = await startTwoPageSite();
const fleet = await startFleet({
	folder,
	temporalBinary,
	workers: 1,
	requestsPerMinute: REQUESTS_PER_MINUTE,
	clockFactor: 1,
	callbackHosts: [`127.0.0.1:${port}`],
	sandboxEnv: { SANDBOX_CRAWL_LOCAL_HOSTS: site.host },
});
let done = false;
try {
	const bench = { fleet, installation, folder, port, website: site.url, executions, say };
	/** @type {Record<string, Awaited<ReturnType<typeof measureWay>>>} */
	const ways = {};
	for (const way of WAYS) {
		if (chosen.includes(way.name))
			ways[way.name] = await measureWay({ ...bench, settleSeconds: Number(values.settle) }, way);
	}
	const figures = {
		measuredAt: new Date().toISOString(),
		machine,
		n8n: '2.40.7',
		executions,
		requestsPerMinute: REQUESTS_PER_MINUTE,
		ways,
	};
	if (out !== null) await writeFigures(join(out, 'waiting.json'), figures);
	console.log(JSON.stringify(figures, null, 2));
	done = true;
} finally {
	await fleet.stop();
	await site.stop();
	if (done) await rm(folder, { recursive: true, force: true });
}
