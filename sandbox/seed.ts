import { SCOPES } from '../api';
import type { createServices } from './create-services';
import { type DemoAgent, seedDemo } from './demo/seed-demo';
import type { SqlDatabase } from './database/sql-database';

export interface Seed {
	/** Value of the key that may do everything. */
	key: string;
	/** Address of the sandbox's own website. */
	website: string;
	/** Whether a new data folder also gets the leads, conversations, mail and more of a small shop. */
	demoData: boolean;
}

const AGENTS = [
	{ id: 'agent_support', name: 'Support' },
	{ id: 'agent_sales', name: 'Sales' },
] as const;

const DEMO: readonly DemoAgent[] = [
	{ id: 'agent_support', leads: 22, mailbox: { address: 'support@harbour-pine.example', name: 'Harbour & Pine' } },
	{ id: 'agent_sales', leads: 8, mailbox: { address: 'sales@harbour-pine.example', name: 'Harbour & Pine Sales' } },
];

/** Two agents and a key to begin with. What is there already stays as it is. */
export function seed(
	database: SqlDatabase,
	services: ReturnType<typeof createServices>,
	{ key, website, demoData }: Seed,
): void {
	const { agents, apiKeys, repositories } = services;
	apiKeys.seed('key_seed', key, { name: 'Seeded key, all permissions', scopes: [...SCOPES] });
	database.transaction(() => {
		const isNew = AGENTS.every(({ id }) => repositories.agents.find(id) === undefined);
		for (const agent of AGENTS) agents.seed({ ...agent, website });
		if (isNew && demoData) seedDemo(services, DEMO);
	});
}
