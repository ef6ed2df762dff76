import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { listAt, textAt } from '../../../scripts/json.mjs';
import { type Flow, importFlow, withCredentials } from '../../../scripts/n8n/workflows.mjs';
import type { Json } from '../../support/stack/execution';
import type { N8n } from '../../support/stack/start-n8n-with-packages';

export interface FlowNode {
	name: string;
	type: string;
	parameters: Json;
	credentials?: Record<string, unknown>;
}

/**
 * Imports an example in which a test changes what a user of it would: the agent, a rhythm, a credential. Each credential
 * becomes the one of its type in this n8n.
 * @returns its id in n8n
 */
export async function importChanged(
	{ client }: N8n,
	file: string,
	change: (node: FlowNode) => FlowNode,
): Promise<string> {
	const flow = JSON.parse(await readFile(join(workspaceRoot, 'examples', file), 'utf8')) as Flow & {
		nodes: FlowNode[];
	};
	return importFlow(client, withCredentials({ ...flow, nodes: flow.nodes.map(change) }, await credentialsOf(client)));
}

/**
 * Imports a flow of the tests, with the credentials of this n8n.
 * @param words what stands in the file for something that this run knows, such as `PORT_OF_THE_CRM`
 * @returns its id in n8n
 */
export async function importFilled(
	{ client }: Pick<N8n, 'client'>,
	file: string,
	words: Readonly<Record<string, string | number>>,
): Promise<string> {
	let text = await readFile(join(workspaceRoot, 'test/system/e2e/flows', file), 'utf8');
	for (const [word, value] of Object.entries(words)) text = text.replaceAll(word, String(value));
	return importFlow(client, withCredentials(JSON.parse(text) as Flow, await credentialsOf(client)));
}

async function credentialsOf(client: N8n['client']) {
	const credentials = listAt(await client.request('GET', '/rest/credentials'));
	return Object.fromEntries(
		credentials.map((each) => [textAt(each, 'type'), { id: textAt(each, 'id'), name: textAt(each, 'name') }]),
	);
}
