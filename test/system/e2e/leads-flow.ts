import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import type { CrmServer } from './crm-server';
import { importWithPort } from './import-changed';

/** The agent whose leads the flow takes. */
export const SYNCED_AGENT = 'agent_synced';

/** Publishes `synced-leads.json`, whose leads go to the CRM. @returns the id of the flow */
export async function publishLeadsFlow(client: N8nClient, crm: CrmServer): Promise<string> {
	const id = await importWithPort({ client }, 'test/system/e2e/flows/synced-leads.json', crm.port);
	await activateFlow(client, id);
	return id;
}
