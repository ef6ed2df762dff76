// @ts-check
import { compiled } from './compiled.mjs';

/**
 * The Agent Knowledge node's resources and operations.
 * @returns {Promise<readonly import('../../nodes/AgentKnowledge/actions/operation.js').NodeResource[]>}
 */
export async function loadNodeRegistry() {
	const contents = "export { resources } from './registry';";
	const registry = await compiled('node-registry', { in: 'nodes/AgentKnowledge/actions', contents });
	return /** @type {typeof import('../../nodes/AgentKnowledge/actions/registry.js')} */ (registry).resources;
}
