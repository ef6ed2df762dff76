// @ts-check
/**
 * `npm run generate`: writes the files that are generated from the contract (api/), the node's registry, the worker's
 * settings and the dashboard's panels. With `--check` it writes nothing, names each outdated file, and ends with 1 if
 * there is one.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { formatted } from '../format/format.mjs';
import { chartValuesSchema } from './chart-values-schema.mjs';
import { grafanaDashboard } from './dashboard/grafana-dashboard.mjs';
import { loadContract } from './load-contract.mjs';
import { loadNodeRegistry } from './load-node-registry.mjs';
import { loadWorkerSettings } from './load-worker-settings.mjs';
import { nodeOperations } from './node-operations.mjs';
import { nodeOperationsPage } from './node-operations-page.mjs';
import { operationsPage } from './operations-page.mjs';

const contract = await loadContract();
// The nodes import nothing of the contract at run time, so the check of ids is copied into them.
const ids = [
	'// Generated from api/ids.ts by `npm run generate`; do not edit.',
	'',
	await readFile(path.join(workspaceRoot, 'api/ids.ts'), 'utf8'),
].join('\n');
// A chart can only contain files of its own folder.
const CHART = 'deploy/helm/agent-knowledge';
const alerts = await readFile(path.join(workspaceRoot, 'worker/prometheus-alerts.yaml'), 'utf8');
const generated = {
	'nodes/AgentKnowledge/generated/operations.ts': nodeOperations(contract),
	'nodes/AgentKnowledge/generated/ids.ts': ids,
	'task-nodes/nodes/gateway/generated/ids.ts': ids,
	'worker/grafana-dashboard.json': grafanaDashboard(),
	[`${CHART}/files/grafana-dashboard.json`]: grafanaDashboard(),
	[`${CHART}/files/prometheus-alerts.yaml`]: `# Generated from worker/prometheus-alerts.yaml; do not edit.\n${alerts}`,
	[`${CHART}/values.schema.json`]: chartValuesSchema(await loadWorkerSettings()),
	'docs/operations.md': operationsPage(contract),
	'docs/node-operations.md': nodeOperationsPage(contract, await loadNodeRegistry()),
};

let stale = 0;
for (const [name, text] of Object.entries(generated)) {
	const file = path.join(workspaceRoot, name);
	const fresh = await formatted(file, text);
	if (fresh === (await contentOf(file))) continue;
	if (process.argv.includes('--check')) {
		stale += 1;
		console.error(`${name} is out of date: run \`npm run generate\`, and commit it.`);
	} else {
		await mkdir(path.dirname(file), { recursive: true });
		await writeFile(file, fresh);
		console.log(`Wrote ${name}.`);
	}
}
process.exitCode = stale === 0 ? 0 : 1;

/** @param {string} file */
async function contentOf(file) {
	try {
		return await readFile(file, 'utf8');
	} catch {
		return null;
	}
}
