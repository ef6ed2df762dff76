// @ts-check
import { join } from 'node:path';
import { installN8n } from '../n8n/install-n8n.mjs';
import { startN8n } from '../n8n/start-n8n.mjs';
import { OWNER_EMAIL } from './content.mjs';
import { local } from './options.mjs';
import { setUpN8n, installOurNodes } from './start-n8n.mjs';

/** @typedef {import('./options.mjs').Stage} Stage */

/** CPU priority of n8n's installers: low, so that the worker is ready first. */
const N8N_NICENESS = 10;

/**
 * Starts n8n with our nodes and, once the worker is ready, creates an owner, credentials and flows in it.
 * @param {Stage} stage
 * @param {Promise<void>} checkout
 * @param {Promise<void>} worker
 * @returns {Promise<{ id: string, name: string }[]>} the flows in it
 */
export async function bringUpN8n({ options, secrets, cache, logFolder, board, supervisor, signal }, checkout, worker) {
	const userFolder = join(options.dataFolder, 'n8n');
	const logFile = join(logFolder, 'n8n-install.log');
	const program = board.step("n8n's program", (report) =>
		installN8n({ cache, logFile, report, niceness: N8N_NICENESS, signal }),
	);
	const start = async (/** @type {import('../processes/progress/board.mjs').Report} */ report) => {
		report('putting our nodes into it');
		await installOurNodes(userFolder);
		signal.throwIfAborted();
		report('waiting for its editor');
		return supervisor.watch(
			await startN8n({
				installation: await program,
				userFolder,
				signal,
				port: options.ports.n8n,
				encryptionKey: secrets.n8nEncryptionKey,
				logFile: join(logFolder, 'n8n.log'),
			}),
		);
	};
	const server = board.step('n8n', start, { 'its program': program, 'packages and build': checkout });
	const setUp = async () =>
		setUpN8n({
			url: (await server).url,
			owner: { email: OWNER_EMAIL, password: secrets.ownerPassword },
			credentials: [
				{
					name: 'Agent Knowledge Sandbox',
					type: 'agentKnowledgeApi',
					data: { baseUrl: local(options.ports.sandbox), apiKey: secrets.apiKey },
				},
				{
					name: 'Agent Knowledge Gateway (local)',
					type: 'agentKnowledgeGatewayApi',
					data: { gatewayUrl: local(options.ports.gateway), token: secrets.gatewayToken },
				},
			],
		});
	return board.step("n8n's owner, credentials and flows", setUp, { n8n: server, 'the worker': worker });
}
