import type { Connection } from '../accounts';

/**
 * Makes sure that the key can list its agents, and read the leads of the first.
 * @throws Problem that names the connection, and the scope
 */
export async function checkLeadsOf(service: Connection): Promise<void> {
	const { agents } = await service.agents();
	const [first] = agents;
	if (first !== undefined) await service.checkLeads(first.id);
}
