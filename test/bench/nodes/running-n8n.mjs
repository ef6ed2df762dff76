// @ts-check
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { numberAt, parseJson } from '../../../scripts/json.mjs';
import { packPackage, unpackCommunityPackage } from '../../../scripts/n8n/community-package.mjs';
import { saveCredential } from '../../../scripts/n8n/credentials.mjs';
import { logInAsOwner } from '../../../scripts/n8n/owner.mjs';
import { N8nClient } from '../../../scripts/n8n/rest-client.mjs';
import { n8nFilesFolder, startN8n } from '../../../scripts/n8n/start-n8n.mjs';
import { activateFlow, importFlow, withCredentials } from '../../../scripts/n8n/workflows.mjs';
import { freePort } from '../../../scripts/processes/free-port.mjs';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';
import { memoryOf } from '../process-memory.mjs';
import { processorSecondsOf } from '../processor-time.mjs';
import { N8nEventLog } from './event-log.mjs';
import { flowOf } from './flows.mjs';

const RUN_MS = 280_000;

/** @typedef {import('../../../scripts/n8n/workflows.mjs').Flow} Flow */

/**
 * A real n8n with our packages as they would be published. It can be stopped, and started anew on the same data.
 * @param {object} options
 * @param {import('../../../scripts/n8n/installation.mjs').N8nInstallation} options.installation
 * @param {string} options.folder its data and log; created
 * @param {{ baseUrl: string, apiKey: string }} options.service
 * @param {{ url: string, token: string }} [options.gateway] where tasks are started. Default: without the second package
 * @param {number} [options.port] Default: any free one
 * @param {NodeJS.ProcessEnv} [options.env] more settings of n8n
 */
export async function startN8nUnderTest({ installation, folder, service, gateway, port: wanted, env }) {
	const userFolder = join(folder, 'n8n');
	const packages = [workspaceRoot, ...(gateway === undefined ? [] : [join(workspaceRoot, 'task-nodes')])];
	for (const packageFolder of packages) {
		const tarball = await packPackage({ folder: packageFolder, destination: join(folder, 'packed') });
		await unpackCommunityPackage({ userFolder, tarball });
	}
	const port = wanted ?? (await freePort());
	const encryptionKey = randomBytes(24).toString('hex');
	const start = () =>
		startN8n({ installation, userFolder, port, encryptionKey, env, logFile: join(folder, 'n8n.log') });
	let server = await start();
	const events = new N8nEventLog(userFolder);
	const client = new N8nClient(server.url);
	await logInAsOwner(client, {
		email: 'owner@example.com',
		password: `Aa1${randomBytes(12).toString('hex')}`,
	});
	/** @param {import('../../../scripts/n8n/credentials.mjs').Credential} credential */
	const save = async (credential) => ({ id: await saveCredential(client, credential), name: credential.name });
	const credential = await save({ name: 'Agent Knowledge Sandbox', type: 'agentKnowledgeApi', data: service });
	/** @type {Record<string, { id: string, name: string }>} */
	const byType = { agentKnowledgeApi: credential };
	if (gateway !== undefined) {
		const data = { gatewayUrl: gateway.url, token: gateway.token };
		byType['agentKnowledgeGatewayApi'] = await save({ name: 'Gateway', type: 'agentKnowledgeGatewayApi', data });
	}

	/**
	 * n8n registers a webhook a moment after it has said that the flow is active.
	 * @param {import('./flows.mjs').Part} part
	 * @param {object} [body]
	 */
	const answerOf = ({ path }, body = {}) =>
		waitUntil(`The flow ${path}`, () => post(`${server.url}/webhook/${path}`, body));

	return {
		credential,
		url: server.url,
		/** n8n's own database. */
		databaseFile: join(userFolder, '.n8n', 'database.sqlite'),
		/** Imports and publishes a flow, with the credentials of this n8n. @param {Flow} flow */
		publish: async (flow) => activateFlow(client, await importFlow(client, withCredentials(flow, byType))),
		/** @param {import('./flows.mjs').Part} part */
		activate: async (part) => {
			await activateFlow(client, await importFlow(client, flowOf(part)));
		},
		/** The only folder that a flow may write into. */
		filesFolder: n8nFilesFolder(userFolder),
		/**
		 * Runs a flow once.
		 * @param {import('./flows.mjs').Part} part
		 * @param {{ body?: object, items: number }} options `items`: how many different ones have to come out
		 * @returns {Promise<{ nodes: number, flow: number }>} seconds: of the nodes that are compared, and of the whole flow
		 */
		run: async (part, { body, items }) => {
			const { seconds, text } = await answerOf(part, body);
			const counted = parseJson(text);
			const counts = [numberAt(counted, 'count_id'), numberAt(counted, 'unique_count_id')];
			if (counts.some((count) => count !== items)) {
				throw new Error(`The flow ${part.path} gave ${counts.join(' items, different ones ')} instead of ${items}.`);
			}
			return { nodes: await events.secondsOf(part.path, part.compared ?? []), flow: seconds };
		},
		/**
		 * Runs a flow once, whatever it answers.
		 * @param {import('./flows.mjs').Part} part
		 * @param {object} [body] of the request that starts it
		 * @returns {Promise<number>} seconds
		 */
		runThrough: async (part, body) => (await answerOf(part, body)).seconds,
		memory: () => memoryOf(server.pid),
		processorSeconds: () => processorSecondsOf(server.pid),
		restart: async () => {
			await server.stop();
			server = await start();
		},
		stop: () => server.stop(),
	};
}

/**
 * @param {string} url
 * @param {object} body
 * @returns {Promise<{ seconds: number, text: string } | null>} null when there is no such webhook
 */
async function post(url, body) {
	const started = performance.now();
	const response = await fetch(url, {
		method: 'POST',
		headers: { 'content-type': 'application/json' },
		body: JSON.stringify(body),
		signal: AbortSignal.timeout(RUN_MS),
	});
	const text = await response.text();
	if (response.status === 404) return null;
	if (!response.ok) throw new Error(`${url} answered ${response.status}: ${text}`);
	return { seconds: (performance.now() - started) / 1000, text };
}

/** @typedef {Awaited<ReturnType<typeof startN8nUnderTest>>} N8nUnderTest */
