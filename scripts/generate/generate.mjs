// @ts-check
/**
 * `npm run generate`: writes the files that are generated from the contract (api/) and from the node's registry. With
 * `--check` it writes nothing, names each outdated file, and ends with 1 if there is one.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { format, resolveConfig } from 'prettier';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { loadContract } from './load-contract.mjs';
import { loadNodeRegistry } from './load-node-registry.mjs';
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
const generated = {
	'nodes/AgentKnowledge/generated/operations.ts': nodeOperations(contract),
	'nodes/AgentKnowledge/generated/ids.ts': ids,
	'task-nodes/nodes/gateway/generated/ids.ts': ids,
	'docs/operations.md': operationsPage(contract),
	'docs/node-operations.md': nodeOperationsPage(contract, await loadNodeRegistry()),
};

let stale = 0;
for (const [name, text] of Object.entries(generated)) {
	const file = path.join(workspaceRoot, name);
	const fresh = await format(text, { ...(await resolveConfig(file)), filepath: file });
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
