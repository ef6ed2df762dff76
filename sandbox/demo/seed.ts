import { SCOPES } from '../../api';
import type { Agents } from '../account/agents';
import type { ApiKeys } from '../account/api-keys';
import type { PageReader } from '../crawler/page-reader';
import type { SqlDatabase } from '../database/sql-database';
import { seedShop, shopOpenedAt, type ShopServices } from './shop/seed-shop';
import { readWebsite } from './shop/website-training';

export interface SeedServices extends ShopServices {
	agents: Agents;
	apiKeys: ApiKeys;
	pages: PageReader;
}

export interface Seed {
	/** Value of the key with all permissions. */
	key: string;
	/** Address of the sandbox's own website. */
	website: URL;
	/** Whether a new data folder also gets the leads, conversations, mail and more of a small shop. */
	demoData: boolean;
}

const AGENTS = [
	{ id: 'agent_support', name: 'Support' },
	{ id: 'agent_sales', name: 'Sales' },
] as const;

/** Creates two agents and a key. Existing ones stay unchanged. */
export async function seed(database: SqlDatabase, services: SeedServices, given: Seed): Promise<void> {
	const { agents, apiKeys, repositories } = services;
	apiKeys.seed('key_seed', given.key, { name: 'Seeded key, all permissions', scopes: [...SCOPES] });
	const isNew = AGENTS.every(({ id }) => repositories.agents.find(id) === undefined);
	// Read before the transaction, because a transaction cannot wait.
	const pages = isNew && given.demoData ? await readWebsite(services.pages, given.website.origin) : null;
	const now = Date.now();
	const createdAt = pages === null ? undefined : shopOpenedAt(now);
	database.transaction(() => {
		for (const agent of AGENTS) agents.seed({ ...agent, website: given.website.href, createdAt });
		if (pages !== null) seedShop(services, pages, now);
	});
}
