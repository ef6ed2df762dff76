// @ts-check
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { hashFiles } from '../cache/hash-files.mjs';
import { isRecord, parseJson, textAt } from '../json.mjs';
import { packPackage, unpackCommunityPackage } from '../n8n/community-package.mjs';
import { saveCredential, testCredential } from '../n8n/credentials.mjs';
import { logInAsOwner } from '../n8n/owner.mjs';
import { N8nClient } from '../n8n/rest-client.mjs';
import { importFlow, withCredentials } from '../n8n/workflows.mjs';

/** The folders of our two n8n packages. */
const PACKAGES = ['.', 'task-nodes'];
/** Types of credentials with a test in n8n. */
const OURS = /^agentKnowledge/;

/**
 * If our two packages have changed, packs them as for a release and puts them where n8n finds them.
 * @param {string} userFolder n8n's
 * @returns {Promise<void>}
 */
export async function installOurNodes(userFolder) {
	const marker = join(userFolder, 'packages-from');
	const paths = PACKAGES.flatMap((folder) => [join(folder, 'dist'), join(folder, 'package.json')]);
	const now = await hashFiles(workspaceRoot, paths);
	if ((await readFile(marker, 'utf8').catch(() => '')) === now) return;
	const destination = join(userFolder, 'tarballs');
	for (const folder of PACKAGES) {
		const tarball = await packPackage({ folder: join(workspaceRoot, folder), destination });
		await unpackCommunityPackage({ userFolder, tarball });
	}
	await rm(destination, { recursive: true });
	await writeFile(marker, now);
}

/**
 * Gives a running n8n its owner, the credentials (ours are tested), and the example flows.
 * @param {object} options
 * @param {string} options.url n8n's
 * @param {{ email: string, password: string }} options.owner
 * @param {import('../n8n/credentials.mjs').Credential[]} options.credentials
 * @returns {Promise<{ id: string, name: string }[]>} the flows
 */
export async function setUpN8n({ url, owner, credentials }) {
	const client = new N8nClient(url);
	await logInAsOwner(client, owner);
	/** @type {Record<string, { id: string, name: string }>} */
	const byType = {};
	for (const credential of credentials) {
		const id = await saveCredential(client, credential);
		if (OURS.test(credential.type)) await testCredential(client, { ...credential, id });
		byType[credential.type] = { id, name: credential.name };
	}
	const flows = [];
	for (const flow of await exampleFlows()) {
		flows.push({ id: await importFlow(client, withCredentials(flow, byType)), name: flow.name });
	}
	return flows;
}

/** @returns {Promise<import('../n8n/workflows.mjs').Flow[]>} */
async function exampleFlows() {
	const folder = join(workspaceRoot, 'examples');
	const files = (await readdir(folder)).filter((name) => name.endsWith('.json')).sort();
	const flows = await Promise.all(files.map(async (name) => parseJson(await readFile(join(folder, name), 'utf8'))));
	return flows.filter(isFlow);
}

/**
 * @param {unknown} value
 * @returns {value is import('../n8n/workflows.mjs').Flow}
 */
function isFlow(value) {
	return isRecord(value) && textAt(value, 'name') !== '' && Array.isArray(value.nodes);
}
