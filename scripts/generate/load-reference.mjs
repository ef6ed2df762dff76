// @ts-check
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { build } from 'esbuild';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * What the pages of the reference are made of, compiled from source: it needs no build.
 * @typedef {object} Reference
 * @property {typeof import('../../worker/cli/program.js').programOf} programOf
 * @property {typeof import('../../worker/tasks/definitions/index.js').definitions} definitions
 * @property {typeof import('../../worker/config/schema.js').configSchema} configSchema
 * @property {typeof import('../../worker/config/environment.js').ENVIRONMENT_OVERRIDES} ENVIRONMENT_OVERRIDES
 * @property {NodeClasses} nodes
 * @property {CredentialClasses} credentials
 * @property {() => Promise<unknown>} openApi the gateway's description of its routes
 *
 * @typedef {ReadonlyArray<{ description: import('n8n-workflow').INodeTypeDescription }>} NodeClasses
 * @typedef {readonly import('n8n-workflow').ICredentialType[]} CredentialClasses
 */

/** The sources, and the names that they export. */
const NODES = [
	'nodes/AgentKnowledgeTrigger/AgentKnowledgeTrigger.node',
	'task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node',
	'task-nodes/nodes/AgentKnowledgeTaskTrigger/AgentKnowledgeTaskTrigger.node',
	'task-nodes/nodes/AgentKnowledgeSyncedLeadTrigger/AgentKnowledgeSyncedLeadTrigger.node',
];
const CREDENTIALS = [
	'credentials/AgentKnowledgeApi.credentials',
	'task-nodes/credentials/AgentKnowledgeGatewayApi.credentials',
];

/** @returns {Promise<Reference>} */
export async function loadReference() {
	// Beside the worker's packages, so that its imports resolve.
	const folder = path.join(workspaceRoot, 'worker/node_modules/.cache/agent-knowledge');
	const outfile = path.join(folder, 'reference.cjs');
	await mkdir(folder, { recursive: true });
	const instances = (/** @type {string[]} */ files) =>
		files.map((file) => `new (require('./${file}').${path.basename(file).replace(/\..*$/, '')})()`).join(', ');
	await build({
		stdin: {
			contents: [
				"export { programOf } from './worker/cli/program';",
				"export { definitions } from './worker/tasks/definitions';",
				"export { configSchema } from './worker/config/schema';",
				"export { ENVIRONMENT_OVERRIDES } from './worker/config/environment';",
				"export { buildGateway } from './worker/gateway/app';",
				"export { inMemoryGateway } from './worker/gateway/testing/in-memory-gateway';",
				`export const nodes = [${instances(NODES)}];`,
				`export const credentials = [${instances(CREDENTIALS)}];`,
			].join('\n'),
			resolveDir: workspaceRoot,
			loader: 'ts',
		},
		outfile,
		bundle: true,
		packages: 'external',
		format: 'cjs',
		platform: 'node',
		target: 'node20.19',
		loader: { '.sql': 'text', '.html': 'text', '.css': 'text', '.svg': 'text', '.txt': 'text' },
		logLevel: 'error',
	});
	/** @type {unknown} */
	const loaded = createRequire(import.meta.url)(outfile);
	const parts = /** @type {Omit<Reference, 'openApi'> & GatewayParts} */ (loaded);
	return { ...parts, openApi: () => describeGateway(parts) };
}

/**
 * @typedef {object} GatewayParts
 * @property {typeof import('../../worker/gateway/app.js').buildGateway} buildGateway
 * @property {typeof import('../../worker/gateway/testing/in-memory-gateway.js').inMemoryGateway} inMemoryGateway
 */

/** @param {GatewayParts} parts */
async function describeGateway({ buildGateway, inMemoryGateway }) {
	const directory = await mkdtemp(path.join(tmpdir(), 'agent-knowledge-reference-'));
	const app = await buildGateway(inMemoryGateway(directory).services);
	try {
		await app.ready();
		/** @type {unknown} */
		const description = app.swagger();
		return description;
	} finally {
		await app.close();
		await rm(directory, { recursive: true, force: true });
	}
}
