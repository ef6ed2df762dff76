import { type ApiClient, ApiError, createClient, type ResponseInfo } from '../../../api';
import { type AccountReads, type ReadScope, ServiceClients } from '../../connections';
import { KeyPauses, type KeyUse, NOT_SHARED, withKeyUses } from '../../pacing';
import type { ConnectionConfig } from '../../config';
import { checkConnection as checkAccount, type ConnectionChecks } from '../../tasks/connections';
import { type Check, checkClock } from './check';
import type { SeenAgents } from './check-shared-accounts';

const ANSWER_WITHIN_MS = 10_000;
const AGENTS = 100;

type Account = Pick<ConnectionConfig, 'baseUrl' | 'apiKey' | 'requestsPerMinute'>;

export interface CheckWith {
	/** Pauses that services have asked for. Default: only those that they ask this process for. */
	pauses?: KeyPauses;
	/** Called with what each key shows. */
	onAgents?: (seen: SeenAgents) => void;
}

/**
 * Checks connections with their own keys, the chosen or all. A limit is compared for each key, which several may share.
 * No call of a key leaves while the service asks for a pause of it: what was not checked says so.
 */
export function checkConnections(
	connections: Readonly<Record<string, Account>>,
	{ pauses = ownPauses(), onAgents = () => undefined }: CheckWith = {},
	checks: ConnectionChecks = {},
	chosen: readonly string[] = Object.keys(connections),
): Array<Promise<Check[]>> {
	return withKeyUses(connections)
		.filter(({ name }) => chosen.includes(name))
		.map(({ name, settings, key }) => checkConnection(name, settings, key, { checks, onAgents, pauses }));
}

const ownPauses = () => new KeyPauses(NOT_SHARED, { warn: () => undefined }, (parts) => JSON.stringify(parts));

/** Checks one connection with its own key: key, agents, limit and clock, and on request the key's scopes. */
async function checkConnection(
	name: string,
	{ baseUrl, apiKey, requestsPerMinute }: Account,
	key: KeyUse,
	{ checks, onAgents, pauses }: Required<CheckWith> & { checks: ConnectionChecks },
): Promise<Check[]> {
	/** Of each response, the time in its header and the time at which it came. */
	const clocks: Array<{ theirs: number; ours: number }> = [];
	const onResponse = ({ serverTime }: ResponseInfo) => {
		if (serverTime !== null) clocks.push({ theirs: serverTime, ours: Date.now() });
	};
	const clients = new ServiceClients(
		() => createClient({ baseUrl, apiKey, timeoutMs: ANSWER_WITHIN_MS, onResponse }),
		{ [name]: { baseUrl, apiKey, requestsPerMinute } },
		Number.POSITIVE_INFINITY,
		pauses,
	);
	const api = clients.of(name);
	const seen = (agentIds: readonly string[]) => onAgents({ connection: name, baseUrl, apiKey, agentIds });
	const found = await checkAccount({ name, baseUrl, key }, readsOf(api, seen), checks);
	const isRefused = found.length === 1;
	const clock = clocks[0];
	if (isRefused || clock === undefined) return found;
	// Behind the limit, before the scopes.
	return found.toSpliced(2, 0, checkClock(`connection ${name} clock`, baseUrl, clock.theirs, clock.ours));
}

/** One read of one agent per scope. */
const READS: Readonly<Record<ReadScope, (api: ApiClient, id: string) => Promise<unknown>>> = {
	'read:sources': (api, id) => api.call('getTrainingStatus', { params: { id } }),
	'read:leads': (api, id) => api.call('listLeads', { params: { id }, query: { limit: 1 } }),
	'read:email': (api, id) => api.call('listMailboxes', { params: { id } }),
	'read:conversations': (api, id) => api.call('listConversations', { params: { id }, query: { limit: 1 } }),
};

function readsOf(api: ApiClient, onAgents: (ids: readonly string[]) => void): AccountReads {
	return {
		async account() {
			let limit: number | null = null;
			const onResponse = ({ rateLimit }: ResponseInfo) => {
				limit = rateLimit?.limit ?? null;
			};
			try {
				const { items, total } = await api.call('listAgents', { query: { limit: AGENTS }, onResponse });
				const ids = items.map(({ id }) => id);
				onAgents(ids);
				return { agents: { ids, total }, limit };
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				const { status, title, detail, retryAfterMs } = error;
				return status === 403 ? { agents: null, limit } : { status, title, detail, retryAfterMs };
			}
		},
		async mayRead(scope, agentId) {
			try {
				await READS[scope](api, agentId);
				return true;
			} catch (error) {
				if (!(error instanceof ApiError)) throw error;
				return error.status === 403 ? false : null;
			}
		},
	};
}
