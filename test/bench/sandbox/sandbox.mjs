// @ts-check
/**
 * `npm run bench:sandbox`: how quick the sandbox is alone and with a million leads. Figures go to a file, with the
 * machine and its load beside them. About two minutes.
 */
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureGets } from './measure-gets.mjs';
import { startSandboxProcess } from './running-sandbox.mjs';
import { figuresFolder, writeFigures } from '../write-figures.mjs';

const LEADS = 1_000_000;
const AGENT = '/agents/agent_support';

const { values } = parseArgs({ options: { out: { type: 'string' } } });
const out = await figuresFolder(values.out);

const sandbox = await startSandboxProcess();
try {
	const smallGet = await measureGets(sandbox, { path: AGENT, requests: 10_000, atOnce: 8 });
	const generated = await sandbox.admin(`${AGENT}/generate`, { kind: 'leads', count: LEADS });
	/** @param {number} offset */
	const page = (offset) =>
		measureGets(sandbox, { path: `${AGENT}/leads?limit=100&offset=${offset}`, requests: 200, atOnce: 1 });
	const figures = {
		measuredAt: new Date().toISOString(),
		machine: {
			processor: cpus()[0]?.model.trim() ?? 'unknown',
			cores: cpus().length,
			memoryGiB: Math.round(totalmem() / 2 ** 30),
			loadOfOneMinute: Number(loadavg()[0]?.toFixed(1)),
			node: process.version,
		},
		readyAfterMs: sandbox.readyAfterMs,
		smallGet,
		generatedLeads: { leads: LEADS, seconds: generated.seconds },
		leadPages: { atOffset0: await page(0), atOffset900000: await page(900_000) },
	};
	await writeFigures(join(out, 'sandbox.json'), figures);
	console.log(JSON.stringify(figures, null, 2));
} finally {
	await sandbox.stop();
}
