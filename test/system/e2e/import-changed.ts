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

/** Imports a flow that sends to a port of this test, which stands in its file as a word. @returns its id in n8n */
export async function importWithPort({ client }: Pick<N8n, 'client'>, file: string, port: number): Promise<string> {
	const text = await readFile(join(workspaceRoot, file), 'utf8');
	const flow = JSON.parse(text.replaceAll(/PORT_OF_THE_[A-Z]+/g, String(port))) as Flow;
	return importFlow(client, withCredentials(flow, await credentialsOf(client)));
}

async function credentialsOf(client: N8n['client']) {
	const credentials = listAt(await client.request('GET', '/rest/credentials'));
	return Object.fromEntries(
		credentials.map((each) => [textAt(each, 'type'), { id: textAt(each, 'id'), name: textAt(each, 'name') }]),
	);
}
