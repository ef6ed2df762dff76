// @ts-check
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { processorSecondsOf } from '../processor-time.mjs';

const PROGRAM = fileURLToPath(new URL('../../../sandbox/dist/main.js', import.meta.url));
const KEY = 'bench-key-of-the-sandbox';
const TOKEN = 'bench-token-of-the-sandbox';

const readySchema = z.object({ apiUrl: z.url(), adminUrl: z.url() });
const generatedSchema = z.object({ seconds: z.number() });

/**
 * A built sandbox in a process of its own, so that its processor time can be told from ours. No rate limit.
 */
export async function startSandboxProcess() {
	const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-bench-'));
	const started = performance.now();
	const child = spawn(process.execPath, [PROGRAM], {
		env: {
			...process.env,
			SANDBOX_DATA_DIR: dataDir,
			SANDBOX_PORT: '0',
			SANDBOX_SITE_PORT: '0',
			SANDBOX_ADMIN_PORT: '0',
			SANDBOX_RATE_LIMIT: 'none',
			SANDBOX_SEED_KEY: KEY,
			SANDBOX_ADMIN_TOKEN: TOKEN,
			LOG_LEVEL: 'error',
		},
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	/** @type {string} */
	const line = await new Promise((resolve, reject) => {
		createInterface({ input: child.stdout }).once('line', resolve);
		child.once('exit', () => reject(new Error('The sandbox ended before it was ready.')));
	});
	const { apiUrl, adminUrl } = readySchema.parse(JSON.parse(line));
	const readyAfterMs = Math.round(performance.now() - started);

	return {
		readyAfterMs,
		apiUrl,
		authorization: `Bearer ${KEY}`,
		/** Processor time it has used, in ms. */
		processorMs: async () => (await processorSecondsOf(child.pid ?? 0)) * 1000,
		/** @param {string} path @param {object} body */
		admin: async (path, body) => {
			const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' };
			const response = await fetch(`${adminUrl}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
			if (!response.ok) throw new Error(`The admin API answered ${response.status}: ${await response.text()}`);
			return generatedSchema.parse(await response.json());
		},
		stop: async () => {
			child.kill('SIGTERM');
			await once(child, 'exit');
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** @typedef {Awaited<ReturnType<typeof startSandboxProcess>>} SandboxProcess */
