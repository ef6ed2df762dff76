// @ts-check
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { prepareCheckout } from '../checkout/prepare-checkout.mjs';
import { installN8n } from '../n8n/install-n8n.mjs';
import { startN8n } from '../n8n/start-n8n.mjs';
import { findTemporalServer } from '../temporal/find-server.mjs';
import { startTemporalServer } from '../temporal/start-server.mjs';
import { OWNER_EMAIL } from './content.mjs';
import { saveSecrets } from './secrets.mjs';
import { furnishN8n, installOurNodes } from './start-n8n.mjs';
import { startSandbox, workerApiKey } from './start-sandbox.mjs';
import { startWorker } from './start-worker.mjs';

/** How far n8n's installers step back, so that the worker's part is up first. */
const N8N_NICENESS = 10;

/**
 * @typedef {object} Stage
 * @property {import('./options.mjs').Options} options
 * @property {import('./secrets.mjs').Secrets} secrets
 * @property {string} secretsFile
 * @property {string} cache the cache folder
 * @property {string} logFolder
 * @property {import('../progress/board.mjs').Board} board
 * @property {import('../processes/supervisor.mjs').Supervisor} supervisor
 * @property {AbortSignal} signal
 */

/**
 * Starts everything, as far as dependencies allow at the same time.
 * @param {Stage} stage
 * @param {object} heard
 * @param {() => void} heard.onWorkerReady tasks can be started
 * @param {(flows: { id: string, name: string }[]) => void} heard.onN8nReady flows can be run
 * @returns {Promise<void>} resolves when all is up; rejects with the first thing that went wrong
 */
export async function bringUp(stage, { onWorkerReady, onN8nReady }) {
	const checkout = stage.board.step('Packages and build', (report) =>
		prepareCheckout({
			root: workspaceRoot,
			logFile: join(stage.logFolder, 'install.log'),
			report,
			signal: stage.signal,
		}),
	);
	const worker = bringUpWorker(stage, checkout).then(onWorkerReady);
	const n8n = stage.options.withN8n ? bringUpN8n(stage, checkout, worker).then(onN8nReady) : undefined;
	await Promise.all([checkout, worker, n8n]);
}

/**
 * @param {Stage} stage
 * @param {Promise<void>} checkout
 */
async function bringUpWorker(stage, checkout) {
	const { options, secrets, logFolder, board, supervisor, secretsFile } = stage;
	const { ports, dataFolder } = options;
	const [temporalAddress, sandbox] = await Promise.all([
		bringUpTemporal(stage),
		checkout.then(() =>
			board.step('Sandbox', async () =>
				supervisor.watch(
					await startSandbox({
						...{ ports, secrets, signal: stage.signal },
						dataFolder: join(dataFolder, 'sandbox'),
						logFile: join(logFolder, 'sandbox.log'),
					}),
				),
			),
		),
	]);
	await board.step('Worker and gateway', async () => {
		secrets.workerKey = await workerApiKey({ ...sandbox, secrets });
		await saveSecrets(secretsFile, secrets);
		supervisor.watch(
			await startWorker({
				...{ secrets, temporalAddress, signal: stage.signal },
				configFile: join(dataFolder, 'worker.yaml'),
				logFile: join(logFolder, 'worker.log'),
				apiUrl: sandbox.apiUrl,
				port: ports.gateway,
				callbackHosts: [`127.0.0.1:${ports.n8n}`, `localhost:${ports.n8n}`],
			}),
		);
	});
}

/**
 * @param {Stage} stage
 * @returns {Promise<string>} its address
 */
async function bringUpTemporal({ options, cache, logFolder, board, supervisor, signal }) {
	if (options.temporalAddress !== null) return options.temporalAddress;
	const binary = await board.step("Temporal's program", (report) =>
		findTemporalServer({ cache, logFile: join(logFolder, 'install.log'), report, signal }),
	);
	const server = await board.step('Temporal', async () => {
		signal.throwIfAborted();
		return supervisor.watch(
			await startTemporalServer({
				binary,
				signal,
				port: options.ports.temporal,
				uiPort: options.ports.temporalUi,
				databaseFile: join(options.dataFolder, 'temporal', 'temporal.db'),
				logFile: join(logFolder, 'temporal.log'),
			}),
		);
	});
	return server.address;
}

/**
 * @param {Stage} stage
 * @param {Promise<void>} checkout
 * @param {Promise<void>} worker
 * @returns {Promise<{ id: string, name: string }[]>} the flows in it
 */
async function bringUpN8n({ options, secrets, cache, logFolder, board, supervisor, signal }, checkout, worker) {
	const userFolder = join(options.dataFolder, 'n8n');
	const logFile = join(logFolder, 'n8n-install.log');
	const installation = await board.step("n8n's program", (report) =>
		installN8n({ cache, logFile, report, niceness: N8N_NICENESS, signal }),
	);
	await checkout;
	const server = await board.step('n8n', async (report) => {
		report('putting our nodes into it');
		await installOurNodes(userFolder);
		signal.throwIfAborted();
		report('waiting for its editor');
		return supervisor.watch(
			await startN8n({
				...{ installation, userFolder, signal },
				port: options.ports.n8n,
				encryptionKey: secrets.n8nEncryptionKey,
				logFile: join(logFolder, 'n8n.log'),
			}),
		);
	});
	await worker;
	return board.step("n8n's owner, credentials and flows", () =>
		furnishN8n({
			url: server.url,
			owner: { email: OWNER_EMAIL, password: secrets.ownerPassword },
			credentials: [
				{
					name: 'Agent Knowledge Sandbox',
					type: 'agentKnowledgeApi',
					data: { baseUrl: `http://127.0.0.1:${options.ports.sandbox}`, apiKey: secrets.apiKey },
				},
				{
					name: 'Agent Knowledge Gateway (local)',
					type: 'agentKnowledgeGatewayApi',
					data: { gatewayUrl: `http://127.0.0.1:${options.ports.gateway}`, token: secrets.gatewayToken },
				},
			],
		}),
	);
}
