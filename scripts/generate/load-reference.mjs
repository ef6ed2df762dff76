// @ts-check
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compiled } from './compiled.mjs';

/**
 * What the pages of the reference are made of, and what the pages are held against.
 * @typedef {object} Reference
 * @property {typeof import('../../worker/cli/program.js').programOf} programOf
 * @property {typeof import('../../worker/tasks/definitions/index.js').definitions} definitions
 * @property {typeof import('../../workflows/task/outcomes.js').OUTCOMES} OUTCOMES
 * @property {typeof import('../../worker/config/schema.js').configSchema} configSchema
 * @property {typeof import('../../worker/config/environment.js').ENVIRONMENT_OVERRIDES} ENVIRONMENT_OVERRIDES
 * @property {typeof import('../../worker/config/index.js').parseConfig} parseConfig
 * @property {typeof import('../../api/openapi.js').openApiDocument} openApiDocument of the service
 * @property {NodeClasses[number]} agentKnowledge the node whose operations have a page of their own
 * @property {NodeClasses} nodes the other ones
 * @property {CredentialClasses} credentials
 * @property {() => Promise<unknown>} openApi the gateway's description of its routes
 *
 * @typedef {ReadonlyArray<{ description: import('n8n-workflow').INodeTypeDescription }>} NodeClasses
 * @typedef {readonly import('n8n-workflow').ICredentialType[]} CredentialClasses
 */

/** The sources, and the names that they export. */
const AGENT_KNOWLEDGE = 'nodes/AgentKnowledge/AgentKnowledge.node';
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
	const instances = (/** @type {readonly string[]} */ files) =>
		files.map((file) => `new (require('./${file}').${path.basename(file).split('.', 1)[0]})()`).join(', ');
	const contents = [
		"export { programOf } from './worker/cli/program';",
		"export { definitions } from './worker/tasks/definitions';",
		"export { OUTCOMES } from './workflows/task/outcomes';",
		"export { configSchema } from './worker/config/schema';",
		"export { ENVIRONMENT_OVERRIDES } from './worker/config/environment';",
		"export { parseConfig } from './worker/config';",
		"export { openApiDocument } from './api/openapi';",
		"export { buildGateway } from './worker/gateway/app';",
		"export { inMemoryGateway } from './worker/gateway/testing/in-memory-gateway';",
		`export const agentKnowledge = ${instances([AGENT_KNOWLEDGE])};`,
		`export const nodes = [${instances(NODES)}];`,
		`export const credentials = [${instances(CREDENTIALS)}];`,
	].join('\n');
	const loaded = await compiled('reference', { in: '.', contents });
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
