// @ts-check
/**
 * `npm run bench:nodes`: our node beside n8n's HTTP Request node, in the same real n8n, against the sandbox without a
 * rate limit: Return All of leads, single GETs, and the memory that a large Return All takes. Figures go to a file, with
 * the machine and its load beside them. About ten minutes; the first time, n8n is installed before.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { listAt, valueAt } from '../../../scripts/json.mjs';
import { installN8n } from '../../../scripts/n8n/install-n8n.mjs';
import { describeHardware } from '../machine.mjs';
import { startSandboxProcess } from '../sandbox/running-sandbox.mjs';
import { figuresFolder, writeFigures } from '../write-figures.mjs';
import { median, round } from '../statistics.mjs';
import { compareTimes } from './compare.mjs';
import { returnAllFlows, singleGetFlows } from './flows.mjs';
import { startN8nUnderTest } from './running-n8n.mjs';

const LEADS = 10_000;
const MANY_LEADS = 100_000;
const GETS = 500;
const AGENT = 'agent_support';
const LARGE_AGENT = 'agent_sales';

const { values } = parseArgs({
	options: {
		out: { type: 'string' },
		rounds: { type: 'string', default: '7' },
		'without-memory': { type: 'boolean', default: false },
	},
});
const out = await figuresFolder(values.out);
const rounds = Number(values.rounds);

const installation = await installN8n({ cache: cacheFolder() });
const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bench-'));
console.log(`Starting the sandbox and n8n; its log is in ${folder}`);
const sandbox = await startSandboxProcess();
const apiKey = sandbox.authorization.replace('Bearer ', '');
const n8n = await startN8nUnderTest({ installation, folder, service: { baseUrl: sandbox.apiUrl, apiKey } });
/** @param {string} agentId */
const serviceOf = (agentId) => ({ apiUrl: sandbox.apiUrl, agentId, credential: n8n.credential });
try {
	const figures = {
		measuredAt: new Date().toISOString(),
		machine: describeHardware(),
		n8n: '2.40.7',
		returnAll: await measureReturnAll(),
		singleGets: await measureSingleGets(),
		...(values['without-memory'] ? {} : { memory: await measureMemory() }),
	};
	await writeFigures(join(out, 'nodes.json'), figures);
	console.log(JSON.stringify(figures, null, 2));
} finally {
	await n8n.stop();
	await sandbox.stop();
	await rm(folder, { recursive: true, force: true });
}

async function measureReturnAll() {
	await sandbox.admin(`/agents/${AGENT}/generate`, { kind: 'leads', count: LEADS });
	const flows = returnAllFlows(serviceOf(AGENT));
	return { leads: LEADS, ...(await compareTimes(n8n, flows, { items: LEADS, rounds })) };
}

async function measureSingleGets() {
	const ids = await leadIds(GETS);
	const flows = singleGetFlows(serviceOf(AGENT));
	return { gets: GETS, ...(await compareTimes(n8n, flows, { items: GETS, body: { ids }, rounds })) };
}

/** @param {number} count @returns {Promise<unknown[]>} the ids of the newest leads */
async function leadIds(count) {
	const ids = [];
	for (let offset = 0; offset < count; offset += 100) {
		const url = `${sandbox.apiUrl}/api/v1/agents/${AGENT}/leads?limit=100&offset=${offset}`;
		const response = await fetch(url, { headers: { authorization: sandbox.authorization } });
		ids.push(...listAt(await response.json(), 'items').map((lead) => valueAt(lead, 'id')));
	}
	return ids;
}

/** Each run in a fresh n8n, as memory that was had once is not given back. */
async function measureMemory() {
	await sandbox.admin(`/agents/${LARGE_AGENT}/generate`, { kind: 'leads', count: MANY_LEADS });
	const flows = returnAllFlows(serviceOf(LARGE_AGENT));
	/** @type {Record<keyof typeof flows, number[]>} */
	const peaks = { ours: [], httpRequest: [] };
	/** @type {Record<keyof typeof flows, number[]>} */
	const seconds = { ours: [], httpRequest: [] };
	const idle = [];
	for (const flow of Object.values(flows)) await n8n.activate(flow);
	for (const name of /** @type {const} */ (['ours', 'httpRequest', 'httpRequest', 'ours'])) {
		await n8n.restart();
		idle.push((await n8n.memory()).now);
		seconds[name].push((await n8n.run(flows[name], { items: MANY_LEADS })).nodes);
		peaks[name].push((await n8n.memory()).peak);
	}
	const peak = { ours: median(peaks.ours), httpRequest: median(peaks.httpRequest) };
	return {
		leads: MANY_LEADS,
		idleMiB: median(idle),
		peakMiB: peaks,
		seconds: { ours: seconds.ours.map(round), httpRequest: seconds.httpRequest.map(round) },
		peakOfHttpRequest: round(peak.ours / peak.httpRequest),
	};
}
