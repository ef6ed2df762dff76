// @ts-check
/**
 * `npm run bench:tasks`: exports of 10,000, 100,000 and 1,000,000 leads without a limit, each beside a hand-written
 * loop over the same list in the same run, and the worker's memory while it makes them. `-- --leads 10000,100000` for some
 * of them.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { format, resolveConfig } from 'prettier';
import { z } from 'zod';
import { cacheFolder } from '../../../scripts/cache/cache-folder.mjs';
import { runCommand } from '../../../scripts/processes/run-command.mjs';
import { findTemporalServer } from '../../../scripts/temporal/find-server.mjs';
import { describeMachine } from '../machine.mjs';
import { CONNECTION, startFleet } from '../rate/start-fleet.mjs';
import { watchMemory } from './peak-memory.mjs';

/** As good as none: nothing here comes near it. */
const REQUESTS_PER_MINUTE = 100_000;
const FIGURES = fileURLToPath(new URL('../figures/tasks.json', import.meta.url));
const LOOP = fileURLToPath(new URL('axios-loop.mjs', import.meta.url));

const loopSchema = z.object({ ms: z.number(), peakMiB: z.number() });
const startedSchema = z.looseObject({ links: z.object({ self: z.string() }) });
const taskSchema = z.looseObject({
	status: z.string(),
	error: z.unknown(),
	result: z.looseObject({ rows: z.number(), file: z.looseObject({ bytes: z.number() }) }).nullable(),
});

const { values } = parseArgs({
	options: {
		leads: { type: 'string', default: '10000,100000,1000000' },
		out: { type: 'string', default: FIGURES },
	},
});
const temporalBinary = await findTemporalServer({ cache: cacheFolder() });
const machine = await describeMachine(temporalBinary);
const folder = await mkdtemp(join(tmpdir(), 'agent-knowledge-bench-'));
const fleet = await startFleet({ folder, temporalBinary, workers: 1, requestsPerMinute: REQUESTS_PER_MINUTE });
try {
	const exports = [];
	for (const leads of values.leads.split(',').map(Number)) {
		const agentId = `agent_${leads}`;
		await fillAgent(agentId, leads);
		const loop = await handWritten(agentId);
		for (const kind of ['csv', 'ndjson', 'xlsx']) {
			const figures = { leads, format: kind, ...(await exportLeads(agentId, kind)), handWrittenLoop: loop };
			exports.push(figures);
			console.log(JSON.stringify(figures));
		}
	}
	const style = await resolveConfig(FIGURES);
	const figures = { measuredAt: new Date().toISOString(), machine, exportsWithoutLimit: exports };
	await writeFile(values.out, await format(JSON.stringify(figures), { ...style, parser: 'json' }));
} finally {
	await fleet.stop();
	await rm(folder, { recursive: true, force: true });
}

/**
 * @param {string} agentId
 * @param {number} count
 */
async function fillAgent(agentId, count) {
	await admin('/agents', { id: agentId, name: agentId, website: 'https://example.com/' });
	await admin(`/agents/${agentId}/generate`, { kind: 'leads', count, days: 365 });
}

/**
 * @param {string} path
 * @param {object} body
 */
async function admin(path, body) {
	const response = await fetch(fleet.sandbox.adminUrl + path, {
		method: 'POST',
		headers: { authorization: `Bearer ${fleet.sandbox.adminToken}`, 'content-type': 'application/json' },
		body: JSON.stringify(body),
	});
	if (!response.ok) throw new Error(`The sandbox's admin API answered ${response.status}: ${await response.text()}`);
}

/** @param {string} agentId */
async function handWritten(agentId) {
	const url = `${fleet.sandbox.apiUrl}/api/v1/agents/${agentId}/leads`;
	const said = await runCommand(process.execPath, [LOOP, url, join(folder, `${agentId}.csv`)], {
		env: { ...process.env, API_KEY: fleet.sandbox.apiKey },
	});
	return loopSchema.parse(JSON.parse(said.trim().split('\n').at(-1) ?? ''));
}

/**
 * @param {string} agentId
 * @param {string} kind
 */
async function exportLeads(agentId, kind) {
	const endWatch = await watchMemory(fleet.workerPids[0] ?? 0);
	const began = performance.now();
	const input = { connection: CONNECTION, agentIds: [agentId], format: kind };
	const { links } = startedSchema.parse(await gateway('/v1/tasks/lead-export', { key: `${agentId} ${kind}`, input }));
	for (;;) {
		const { status, result, error } = taskSchema.parse(await gateway(`${links.self}?wait=60`));
		if (status === 'running') continue;
		if (result === null) throw new Error(`The export ended as ${status}: ${JSON.stringify(error)}`);
		const ms = Math.round(performance.now() - began);
		const fileMiB = Math.round(result.file.bytes / 2 ** 20);
		return { ms, rows: result.rows, fileMiB, workerMemory: await endWatch() };
	}
}

/**
 * @param {string} path
 * @param {{ key: string, input: object }} [start]
 * @returns {Promise<unknown>}
 */
async function gateway(path, start) {
	const headers = { authorization: `Bearer ${fleet.gateway.token}` };
	const response = await fetch(
		fleet.gateway.url + path,
		start === undefined
			? { headers }
			: {
					method: 'POST',
					headers: { ...headers, 'content-type': 'application/json', 'idempotency-key': start.key },
					body: JSON.stringify(start.input),
				},
	);
	if (!response.ok) throw new Error(`The gateway answered ${response.status}: ${await response.text()}`);
	return response.json();
}
