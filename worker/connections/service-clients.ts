import { type ApiClient, ApiError } from '../../api';
import { CONNECTION_BUSY, CONNECTION_PAUSED, CONNECTION_REMOVED } from '../../workflows/task/failure';
import { type KeyPauses, type KeyUse, withKeyUses } from '../pacing';

/** What a worker needs to call the service of a connection. */
export interface AccountSettings {
	/** Address of the service, without /api/v1. */
	baseUrl: string;
	apiKey: string;
	/** The part of the key's limit that this connection uses. */
	requestsPerMinute: number;
}

/** @param key its use by all connections with the same key */
type MakeClient = (name: string, settings: AccountSettings, key: KeyUse) => ApiClient;

interface Account<Settings> {
	settings: Settings;
	key: KeyUse;
	/** Calls without a response so far. */
	active: { calls: number };
	/** Made at the first call. It holds the key where nothing can print it. */
	client: ApiClient | null;
}

/**
 * The clients of all connections. Each call resolves its connection when it is made, so connections can be added,
 * changed and removed while tasks are open. Active calls end with the previous settings.
 *
 * A connection has a bounded number of active calls. Otherwise a service that responds after 30 s would soon hold all
 * calls that the worker may make at once, and the other connections would wait for it.
 */
export class ServiceClients<Settings extends AccountSettings> {
	#accounts: ReadonlyMap<string, Account<Settings>> = new Map();

	constructor(
		private readonly make: MakeClient,
		connections: Readonly<Record<string, Settings>>,
		/** Active calls of one connection. A call above it is not sent, and repeated later. */
		private readonly mostAtOnce = Number.POSITIVE_INFINITY,
		/** Keeps calls back while the service asks for a pause. Default: nothing does. */
		private readonly pauses?: Pick<KeyPauses, 'leftMs' | 'asked'>,
		/** Called with the name of a connection that was removed, for each call that is not sent. */
		private readonly onRemoved: (name: string) => void = () => undefined,
	) {
		this.replace(connections);
	}

	/** Uses these connections for new calls, and no others. */
	replace(connections: Readonly<Record<string, Settings>>): void {
		const next = withKeyUses(connections).map(({ name, settings, key }) => {
			const known = this.#accounts.get(name);
			const isKnown = known !== undefined && isEqual(known.key, key) && isEqual(known.settings, settings);
			const active = known?.active ?? { calls: 0 };
			return [name, { settings, key, active, client: isKnown ? known.client : null }] as const;
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
				const { settings } = this.#accounts.get(name) ?? {};
				const leftMs = (settings && (await this.pauses?.leftMs(settings))) ?? 0;
				const account = this.#accounts.get(name);
				if (account === undefined) {
					this.onRemoved(name);
					throw connectionRemoved(name, operationId);
				}
				if (leftMs > 0) throw connectionPaused(name, operationId, leftMs);
				const { active } = account;
				if (active.calls >= this.mostAtOnce) throw connectionBusy(name, operationId, active.calls);
				account.client ??= this.make(name, account.settings, account.key);
				active.calls += 1;
				try {
					return await account.client.call(operationId, ...input);
				} catch (error) {
					const retryAfterMs = error instanceof ApiError && error.status === 429 ? error.retryAfterMs : null;
					if (retryAfterMs !== null) await this.pauses?.asked(account.settings, account.key.names, retryAfterMs);
					throw error;
				} finally {
					active.calls -= 1;
				}
			},
		};
	}
}

function isEqual<Value>(one: Value, other: Value): boolean {
	return JSON.stringify(one) === JSON.stringify(other);
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

/** A slow service has answered one of them by then. In milliseconds. */
const BUSY_FOR_MS = 5_000;

function connectionBusy(name: string, operationId: string, calls: number): ApiError {
	return new ApiError({
		type: CONNECTION_BUSY,
		title: `${calls} calls of the connection "${name}" wait for a response of the service`,
		status: null,
		detail: `The worker did not send this call, because more would delay other connections. It repeats the call by itself. If this lasts, check why the service responds slowly, or raise concurrency.calls.`,
		issues: [],
		retryAfterMs: BUSY_FOR_MS,
		outcome: 'refused',
		operationId,
		request: 'not sent',
	});
}

/** With the status that the service itself would answer. @param leftMs of the pause, in milliseconds */
function connectionPaused(name: string, operationId: string, leftMs: number): ApiError {
	return new ApiError({
		type: CONNECTION_PAUSED,
		title: `The service asked for a pause of the connection "${name}"`,
		status: 429,
		detail: `A response said that the limit of the key is reached, so the worker did not send this call. Tasks continue by themselves in ${Math.ceil(leftMs / 1_000)} s. Send other requests again after that. If this lasts, something else uses the key, or requestsPerMinute is above its limit.`,
		issues: [],
		retryAfterMs: leftMs,
		outcome: 'refused',
		operationId,
		request: 'not sent',
	});
}
