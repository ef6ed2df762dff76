// @ts-check
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { bringUpTemporal } from './bring-up-temporal.mjs';
import { local } from './options.mjs';
import { saveSecrets } from './secrets.mjs';
import { startSandbox, workerApiKey } from './start-sandbox.mjs';
import { startWorker } from './start-worker.mjs';
import { CONFIG_FILE, createLocalConfig } from './worker-config.mjs';

/** @typedef {import('./options.mjs').Stage} Stage */

/** For this time a killed worker stays away, so that a person sees it. ms */
const AWAY_MS = 3_000;

/** The sandbox is on this machine, so effects show at once. ms */
const TIMING = { settleMs: 5_000, pollMinMs: 2_000, pollMaxMs: 10_000 };

/**
 * @typedef {object} WorkerUp
 * @property {() => Promise<void>} crash kills the worker's process and starts it again a few seconds later
 */

/**
 * Starts Temporal and the sandbox at the same time, then the worker.
 * @param {Stage} stage
 * @param {Promise<void>} checkout
 * @returns {Promise<WorkerUp>} resolves when tasks can be started
 */
export async function bringUpWorker(stage, checkout) {
	const { options, secrets, logFolder, board, supervisor, secretsFile } = stage;
	const { ports, dataFolder } = options;
	const temporal = bringUpTemporal(stage);
	const sandbox = board.step(
		'Sandbox',
		async () =>
			supervisor.watch(
				await startSandbox({
					ports,
					secrets,
					signal: stage.signal,
					dataFolder: join(dataFolder, 'sandbox'),
					logFile: join(logFolder, 'sandbox.log'),
					env: { SANDBOX_DEMO_DATA: 'true', SANDBOX_SIMULATE_VISITORS: String(options.withVisitors) },
				}),
			),
		{ 'packages and build': checkout },
	);
	const begin = async () => {
		const [temporalAddress, { apiUrl, adminUrl }] = await Promise.all([temporal, sandbox]);
		secrets.workerKey = await workerApiKey({ apiUrl, adminUrl, secrets });
		await saveSecrets(secretsFile, secrets);
		await createLocalConfig(dataFolder);
		const start = () =>
			startWorker({
				secrets,
				temporalAddress,
				signal: stage.signal,
				temporalUiUrl: options.temporalAddress === null ? local(ports.temporalUi) : null,
				configFile: join(dataFolder, CONFIG_FILE),
				logFile: join(logFolder, 'worker.log'),
				apiUrl,
				port: ports.gateway,
				operationsPort: ports.operations,
				callbackHosts: [`127.0.0.1:${ports.n8n}`, `localhost:${ports.n8n}`],
				timing: TIMING,
				// The dashboard of the sandbox shows this mail under Mail; nothing leaves this machine.
				mail: { smtpUrl: `smtp://127.0.0.1:${ports.mail}`, from: 'Reviews <reviews@agent-knowledge.example>' },
			});
		let worker = supervisor.watch(await start());
		return {
			crash: async () => {
				worker = await supervisor.crash(worker, async () => {
					await sleep(AWAY_MS, undefined, { signal: stage.signal });
					return start();
				});
			},
		};
	};
	return board.step('Worker and gateway', begin, { Temporal: temporal, 'the sandbox': sandbox });
}
