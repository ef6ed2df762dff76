import { type ApiClient, ApiError } from '../../api';
import { CONNECTION_REMOVED } from '../../workflows/task/failure';
import { keyLimits } from './shared-keys';

/** What a worker needs to call the service of a connection. */
export interface AccountSettings {
	/** Address of the service, without /api/v1. */
	baseUrl: string;
	apiKey: string;
	/** The part of the key's limit that this connection uses. */
	requestsPerMinute: number;
}

/** @param keyLimit requests a minute of all connections with the same key */
type MakeClient = (name: string, settings: AccountSettings, keyLimit: number) => ApiClient;

interface Account<Settings> {
	settings: Settings;
	keyLimit: number;
	/** Made at the first call. It holds the key where nothing can print it. */
	client: ApiClient | null;
}

/**
 * The clients of all connections. Each call resolves its connection when it is made, so connections can be added,
 * changed and removed while tasks are open. Active calls end with the previous settings.
 */
export class ServiceClients<Settings extends AccountSettings> {
	#accounts: ReadonlyMap<string, Account<Settings>> = new Map();

	constructor(
		private readonly make: MakeClient,
		connections: Readonly<Record<string, Settings>>,
	) {
		this.replace(connections);
	}

	/** Uses these connections for new calls, and no others. */
	replace(connections: Readonly<Record<string, Settings>>): void {
		const limits = keyLimits(connections);
		const next = Object.entries(connections).map(([name, settings]) => {
			const keyLimit = limits.get(name) ?? settings.requestsPerMinute;
			const known = this.#accounts.get(name);
			const isKnown = known?.keyLimit === keyLimit && JSON.stringify(known.settings) === JSON.stringify(settings);
			return [name, { settings, keyLimit, client: isKnown ? known.client : null }] as const;
		});
		this.#accounts = new Map(next);
	}

	/** The current settings; undefined if the configuration no longer has the connection. */
	settingsOf(name: string): Settings | undefined {
		return this.#accounts.get(name)?.settings;
	}

	/** A client that uses the settings of the moment. Its calls throw an ApiError if the connection was removed. */
	of(name: string): ApiClient {
		return {
			call: async (operationId, ...input) => {
				const account = this.#accounts.get(name);
				if (account === undefined) throw connectionRemoved(name, operationId);
				account.client ??= this.make(name, account.settings, account.keyLimit);
				return account.client.call(operationId, ...input);
			},
		};
	}
}

function connectionRemoved(name: string, operationId: string): ApiError {
	return new ApiError({
		type: CONNECTION_REMOVED,
		title: `The worker's configuration has no connection "${name}"`,
		status: null,
		detail: `The task waits. It continues by itself within a minute after somebody adds the connection again. To give up, cancel the task.`,
		issues: [],
		retryAfterMs: null,
		outcome: 'refused',
		operationId,
		request: 'not sent',
	});
}
