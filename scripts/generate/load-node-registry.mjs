// @ts-check
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { build } from 'esbuild';
import { workspaceRoot } from '../build/workspace-root.mjs';

/**
 * The Agent Knowledge node's resources and operations, compiled from source: it needs no build.
 * @returns {Promise<readonly import('../../nodes/AgentKnowledge/actions/operation.js').NodeResource[]>}
 */
export async function loadNodeRegistry() {
	// In node_modules, so that its imports of n8n resolve.
	const folder = path.join(workspaceRoot, 'node_modules/.cache/agent-knowledge');
	const outfile = path.join(folder, 'node-registry.cjs');
	await mkdir(folder, { recursive: true });
	await build({
		entryPoints: [path.join(workspaceRoot, 'nodes/AgentKnowledge/actions/registry.ts')],
		outfile,
		bundle: true,
		packages: 'external',
		// n8n-workflow works only with require: its other build names files that Node does not find.
		format: 'cjs',
		platform: 'node',
		target: 'node20.19',
		logLevel: 'warning',
	});
	/** @type {unknown} */
	const registry = createRequire(import.meta.url)(outfile);
	return /** @type {typeof import('../../nodes/AgentKnowledge/actions/registry.js')} */ (registry).resources;
}
