import { sharersText } from '../../pacing';
import { type Check, warn } from './check';

/** What `GET /agents` showed with the key of a connection. */
export interface SeenAgents {
	connection: string;
	baseUrl: string;
	apiKey: string;
	/** Of the first page. */
	agentIds: readonly string[];
}

/**
 * Connections with different keys of one account: an agent that two of them show is one agent. Connections with the same
 * key are another finding.
 */
export function checkSharedAccounts(seen: readonly SeenAgents[]): Check[] {
	const accounts: SeenAgents[][] = [];
	for (const one of seen) {
		const joined = accounts.filter((account) => account.some((other) => showSameAgent(one, other)));
		for (const account of joined) accounts.splice(accounts.indexOf(account), 1);
		accounts.push([...joined.flat(), one]);
	}
	return accounts
		.filter((account) => new Set(account.map(({ apiKey }) => apiKey)).size > 1)
		.map((account) => {
			const names = account.map(({ connection }) => connection);
			return warn(
				`connections ${sharersText(names)}`,
				`The connections ${sharersText(names)} have different keys of one account of ${account[0]?.baseUrl ?? ''}: they show the same agents. Each sees all leads and conversations of these agents.`,
				'Use one connection for each account. If you need several keys, restrict each to agents of its own, so that no lead is synced twice.',
			);
		});
}

function showSameAgent(one: SeenAgents, other: SeenAgents): boolean {
	return one.baseUrl === other.baseUrl && one.agentIds.some((id) => other.agentIds.includes(id));
}
