// @ts-check
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { prepareCheckout } from '../build/checkout/prepare-checkout.mjs';
import { bringUpN8n } from './bring-up-n8n.mjs';
import { bringUpWorker } from './bring-up-worker.mjs';

/**
 * Starts everything, as far as dependencies allow at the same time.
 * @param {import('./options.mjs').Stage} stage
 * @param {object} listeners
 * @param {(worker: import('./bring-up-worker.mjs').WorkerUp) => void} listeners.onWorkerReady tasks can be started
 * @param {(flows: { id: string, name: string }[]) => void} listeners.onN8nReady flows can be run
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
