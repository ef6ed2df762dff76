// @ts-check
/**
 * `npm run generate`: writes the files that are generated from the contract (api/), from the nodes, from the worker, from
 * the dashboard's panels and from the tests of other versions. With `--check` it writes nothing, names each outdated file, and ends with 1 if there is one.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { formatted } from './format/format.mjs';
import { chartValuesSchema } from './chart-values-schema.mjs';
import { commandLinePage } from './command-line-page.mjs';
import { grafanaDashboard } from './dashboard/grafana-dashboard.mjs';
import { dependenciesPage } from './dependencies-page.mjs';
import { gatewayPage } from './gateway-page.mjs';
import { loadContract } from './load-contract.mjs';
import { loadNodeRegistry } from './load-node-registry.mjs';
import { loadReference } from './load-reference.mjs';
import { loadWorkerSettings } from './load-worker-settings.mjs';
import { nodeOperations } from './node-operations.mjs';
import { nodeOperationsPage } from './node-operations-page.mjs';
import { nodesPage } from './nodes-page.mjs';
import { operationsPage } from './operations-page.mjs';
import { problemsPage } from './problems-page.mjs';
import { settingsPage } from './settings-page.mjs';
import { tasksPage } from './tasks-page.mjs';
import { readmeWithTestedVersions } from '../compatibility/tested-versions.mjs';

const contract = await loadContract();
const reference = await loadReference();
// The nodes import nothing of the contract at run time, so what they need of it is copied into them.
const ids = await copyOf('api/ids.ts');
const certificates = await copyOf('api/certificates.ts');
const noResponse = await copyOf('api/no-response.ts');
const answeringServer = await copyOf('api/answering-server.ts');
const pages = await copyOf('api/pages.ts');
const leadFilter = await copyOf('api/lead-filter.ts');
const leadPerson = await copyOf('api/lead-person.ts');
const leadConversation = await copyOf('api/lead-conversation.ts');
const transcript = await copyOf('api/transcript.ts');
const waitHeaders = await copyOf('api/client/wait-headers.ts');
const shownTimes = await copyOf('api/shown-times.ts');
const zoneClock = await copyOf('api/zone-clock.ts');
const calendarDays = await copyOf('api/calendar-days.ts');
// A chart can only contain files of its own folder.
const CHART = 'deploy/helm/agent-knowledge';
const alerts = await readFile(path.join(workspaceRoot, 'worker/prometheus-alerts.yaml'), 'utf8');
const generated = {
	'README.md': await readmeWithTestedVersions(),
	'nodes/AgentKnowledge/generated/operations.ts': nodeOperations(contract),
	'nodes/AgentKnowledge/generated/ids.ts': ids,
	'nodes/AgentKnowledge/generated/pages.ts': pages,
	'nodes/AgentKnowledge/generated/lead-filter.ts': leadFilter,
	'nodes/AgentKnowledge/generated/lead-person.ts': leadPerson,
	'nodes/AgentKnowledge/generated/lead-conversation.ts': leadConversation,
	'nodes/AgentKnowledge/generated/transcript.ts': transcript,
	'nodes/AgentKnowledge/generated/wait-headers.ts': waitHeaders,
	'nodes/AgentKnowledge/generated/shown-times.ts': shownTimes,
	'nodes/AgentKnowledge/generated/zone-clock.ts': zoneClock,
	'nodes/AgentKnowledge/generated/calendar-days.ts': calendarDays,
	'task-nodes/nodes/gateway/generated/ids.ts': ids,
	'nodes/AgentKnowledge/generated/certificates.ts': certificates,
	'task-nodes/nodes/gateway/generated/certificates.ts': certificates,
	'nodes/AgentKnowledge/generated/no-response.ts': noResponse,
	'task-nodes/nodes/gateway/generated/no-response.ts': noResponse,
	'nodes/AgentKnowledge/generated/answering-server.ts': answeringServer,
	'task-nodes/nodes/gateway/generated/answering-server.ts': answeringServer,
	'worker/grafana-dashboard.json': grafanaDashboard(),
	[`${CHART}/files/grafana-dashboard.json`]: grafanaDashboard(),
	[`${CHART}/files/prometheus-alerts.yaml`]: `# Generated from worker/prometheus-alerts.yaml; do not edit.\n${alerts}`,
	[`${CHART}/values.schema.json`]: chartValuesSchema(await loadWorkerSettings()),
	'docs/operations.md': operationsPage(contract),
	'docs/dependencies.md': await dependenciesPage(),
	'docs/node-operations.md': nodeOperationsPage(contract, await loadNodeRegistry()),
	'docs/reference/command-line.md': commandLinePage(reference),
	'docs/reference/gateway.md': gatewayPage(await reference.openApi()),
	'docs/reference/nodes.md': nodesPage(reference),
	'docs/reference/problems.md': problemsPage(),
	'docs/reference/settings.md': settingsPage(reference),
	'docs/reference/tasks.md': tasksPage(reference),
};

let stale = 0;
for (const [name, text] of Object.entries(generated)) {
	const file = path.join(workspaceRoot, name);
	// Padded to the width of their columns, the tables of the reference would be three times as large.
	const fresh = name.startsWith('docs/reference/') ? text : await formatted(file, text);
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

/**
 * @param {string} file of the contract
 * @returns {Promise<string>}
 */
async function copyOf(file) {
	const text = await readFile(path.join(workspaceRoot, file), 'utf8');
	return `// Generated from ${file} by \`npm run generate\`; do not edit.\n\n${text}`;
}
