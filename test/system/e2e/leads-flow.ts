import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { listAt, textAt } from '../../../scripts/json.mjs';
import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';
import { activateFlow, type Flow, importFlow, withCredentials } from '../../../scripts/n8n/workflows.mjs';
import type { CrmServer } from './crm-server';

/** The agent whose leads the flow takes. */
export const SYNCED_AGENT = 'agent_synced';

/** Publishes `synced-leads.json`, whose leads go to the CRM. @returns the id of the flow */
export async function publishLeadsFlow(client: N8nClient, crm: CrmServer): Promise<string> {
	const text = await readFile(join(workspaceRoot, 'test/system/e2e/flows/synced-leads.json'), 'utf8');
	const flow = JSON.parse(text.replace('PORT_OF_THE_CRM', `${crm.port}`)) as Flow;
	const credentials = listAt(await client.request('GET', '/rest/credentials'));
	const byType = Object.fromEntries(
		credentials.map((each) => [textAt(each, 'type'), { id: textAt(each, 'id'), name: textAt(each, 'name') }]),
	);
	const id = await importFlow(client, withCredentials(flow, byType));
	await activateFlow(client, id);
	return id;
}
