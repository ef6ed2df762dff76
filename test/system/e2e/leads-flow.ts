import type { N8nClient } from '../../../scripts/n8n/rest-client.mjs';
import { activateFlow } from '../../../scripts/n8n/workflows.mjs';
import type { CrmServer } from './crm-server';
import { importFilled } from './import-changed';

/** The agent whose leads the flow takes. */
export const SYNCED_AGENT = 'agent_synced';

/** Publishes `synced-leads.json`, whose leads go to the CRM. @returns the id of the flow */
export async function publishLeadsFlow(client: N8nClient, crm: CrmServer): Promise<string> {
	const id = await importFilled({ client }, 'synced-leads.json', { PORT_OF_THE_CRM: crm.port });
	await activateFlow(client, id);
	return id;
}
