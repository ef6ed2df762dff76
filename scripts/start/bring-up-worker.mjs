// @ts-check
import { join } from 'node:path';
import { bringUpTemporal } from './bring-up-temporal.mjs';
import { saveSecrets } from './secrets.mjs';
import { startSandbox, workerApiKey } from './start-sandbox.mjs';
import { startWorker } from './start-worker.mjs';

/** @typedef {import('./options.mjs').Stage} Stage */

/**
 * Starts Temporal and the sandbox at the same time, then the worker.
 * @param {Stage} stage
 * @param {Promise<void>} checkout
 * @returns {Promise<void>} resolves when tasks can be started
 */
export async function bringUpWorker(stage, checkout) {
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
						env: { SANDBOX_DEMO_DATA: 'true', SANDBOX_SIMULATE_VISITORS: String(options.withVisitors) },
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
				temporalUiUrl: options.temporalAddress === null ? `http://127.0.0.1:${ports.temporalUi}` : null,
				configFile: join(dataFolder, 'worker.yaml'),
				logFile: join(logFolder, 'worker.log'),
				apiUrl: sandbox.apiUrl,
				port: ports.gateway,
				operationsPort: ports.operations,
				callbackHosts: [`127.0.0.1:${ports.n8n}`, `localhost:${ports.n8n}`],
				// The example flow that receives leads.
				destinations: {
					'crm-flow': {
						type: 'webhook',
						url: `http://127.0.0.1:${ports.n8n}/webhook/agent-knowledge-leads`,
						secret: '${LEADS_SECRET}',
					},
				},
				// The dashboard of the sandbox shows this mail under Mail; nothing leaves this machine.
				mail: { smtpUrl: `smtp://127.0.0.1:${ports.mail}`, from: 'Reviews <reviews@agent-knowledge.example>' },
			}),
		);
	});
}
