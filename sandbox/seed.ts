import { SCOPES } from '../api';
import type { Agents } from './agents/agents';
import type { ApiKeys } from './keys/api-keys';

export interface Seed {
	/** Value of the key that may do everything. */
	key: string;
	/** Address of the sandbox's own website. */
	website: string;
}

/** Two agents and a key to begin with. What is there already stays as it is. */
export function seed(services: { agents: Agents; apiKeys: ApiKeys }, { key, website }: Seed): void {
	services.apiKeys.seed('key_seed', key, { name: 'Seeded key, all permissions', scopes: [...SCOPES] });
	services.agents.seed({ id: 'agent_support', name: 'Support', website });
	services.agents.seed({ id: 'agent_sales', name: 'Sales', website });
}
