import { activityInfo } from '@temporalio/activity';
import { type Timing, timingOf } from '../../workflows/task/timing';
import { type ApiClient, createClient, type ResponseInfo } from '../../api';
import type { ConnectionActivities } from '../../workflows/activities';
import { type AccountSettings, type CallFaults, ServiceClients } from '../connections';
import { sourceActivities } from '../activities/add-sources/activities';
import { connectionActivities } from '../activities/connection-activities';
import { DestinationTurns } from '../activities/lead-sync/destination-turns';
import { conversationReadActivities } from '../activities/conversation-export/activities';
import { exportReadActivities } from '../activities/export/activities';
import { knowledgeActivities } from '../activities/knowledge-sync/activities';
import { personReadActivities } from '../activities/persons/activities';
import type { PollTiming } from '../activities/task/look';
import type { Destinations } from '../destinations';
import type { ConnectionWords } from '../settings/connection-words';
import type { Logger } from '../log';
import type { Metrics } from '../observability/metrics';
import type { Tracing } from '../observability/tracing';
import type { CallCounts } from '../observability/usage/call-counts';
import {
	type CallQueue,
	type Calls,
	callsPerDispatch,
	DispatchedPace,
	type KeyUse,
	type Pace,
	pagesAllowed,
	warnOfOtherLimit,
} from '../pacing';
import type { Blobs } from '../storage/blobs';
import type { Keyring } from '../temporal';
import { personStores } from '../privacy/person-stores';

/** Time limit of a call, below the activities' start-to-close timeout of 45 s. */
const CALL_TIMEOUT_MS = 30_000;

/** The share of a worker's concurrent calls that one connection may hold, and the syncs at one destination. */
const MOST_OF_THE_CALLS = 0.25;

export type ConnectionSettings = AccountSettings & Pace & ConnectionWords;

export interface ConnectionServicesSettings {
	connections: Readonly<Record<string, ConnectionSettings>>;
	/** `calls`: of all connections at once in this process. */
	concurrency: { calls: number };
	timing: PollTiming;
	times?: Partial<Timing>;
	destinations: Destinations;
	blobs: Blobs;
	keyring: Keyring;
	log: Logger;
	tracing?: Tracing | null;
}

/** Of a process that runs no workers. */
const UNWATCHED = { answered: () => undefined };

/** The calls of every connection, with the settings of the moment. */
export class ConnectionServices implements Calls {
	readonly #clients: ServiceClients<ConnectionSettings>;
	readonly #turns: DestinationTurns;
	readonly #dispatched = new DispatchedPace();

	constructor(
		private readonly settings: ConnectionServicesSettings,
		private readonly metrics: Metrics,
		private readonly calls: CallCounts,
		private readonly faults: Pick<CallFaults, 'answered'> = UNWATCHED,
	) {
		const most = Math.ceil(settings.concurrency.calls * MOST_OF_THE_CALLS);
		this.#clients = new ServiceClients(
			(name, account, key) => this.#clientOf(name, account, key),
			settings.connections,
			most,
		);
		this.#turns = new DestinationTurns(most);
	}

	replace(connections: Readonly<Record<string, ConnectionSettings>>): void {
		this.#clients.replace(connections);
		this.#dispatched.keepOnly(connections);
	}

	/** The settings of the moment; undefined if the configuration no longer has the connection. */
	settingsOf(name: string): ConnectionSettings | undefined {
		return this.#clients.settingsOf(name);
	}

	/**
	 * The activities of every connection, for the queue that they share. A call's fairness key names its connection.
	 * @param isPaced whether the server dispatches by the weight of a call
	 */
	sharedActivities({ isPaced }: { isPaced: boolean }): object {
		const byConnection = new Map<string, ConnectionActivities>();
		const activitiesFor = (connection: string) => {
			const activities = byConnection.get(connection) ?? this.activitiesOf(connection, 'shared');
			byConnection.set(connection, activities);
			return activities;
		};
		const names = Object.keys(this.activitiesOf('', 'shared')) as Array<keyof ConnectionActivities>;
		const shared = names.map((name) => {
			const call = (...input: unknown[]): unknown => {
				const connection = activityInfo().priority?.fairnessKey ?? '';
				if (isPaced) this.#keepToLimit(connection);
				const activities = activitiesFor(connection);
				return Reflect.apply(activities[name], activities, input);
			};
			return [name, call] as const;
		});
		return Object.fromEntries(shared);
	}

	activitiesOf(name: string, queue: CallQueue): ConnectionActivities {
		const { blobs, timing, destinations, keyring } = this.settings;
		const times = { ...timing, ...timingOf({ timing: this.settings.times ?? {} }) };
		const { erased: everyErased, requests, synced } = personStores(this.settings);
		const [api, erased] = [this.#clients.of(name), everyErased.of(name)];
		const pagesAtOnce = () => {
			const pace = this.#clients.settingsOf(name);
			if (pace === undefined) return 1;
			// The call may have been weighed for another limit, up to 15 minutes ago or before it waited.
			if (queue === 'shared') return pagesAllowed(pace, activityInfo().priority?.fairnessWeight);
			return callsPerDispatch(pace.requestsPerMinute, queue);
		};
		return connectionActivities({
			api,
			timing,
			destinations,
			turns: this.#turns,
			blobs,
			exports: {
				...exportReadActivities(api, blobs, pagesAtOnce, erased),
				...conversationReadActivities(api, blobs, pagesAtOnce, erased),
			},
			keyring,
			sources: { ...sourceActivities(api, blobs, timing), ...knowledgeActivities(api, blobs, pagesAtOnce, times) },
			persons: personReadActivities(api, { connection: name, requests, synced }),
			erased,
			synced,
			pagesAtOnce,
		});
	}

	#keepToLimit(connection: string): void {
		const pace = this.settingsOf(connection);
		if (pace !== undefined) this.#dispatched.keepToLimit(connection, pace);
	}

	#clientOf(name: string, { baseUrl, apiKey }: AccountSettings, key: KeyUse): ApiClient {
		const { log, tracing } = this.settings;
		const checkLimit = warnOfOtherLimit(name, key, log);
		const onResponse = (info: ResponseInfo) => {
			checkLimit(info);
			this.metrics.apiAnswered(name, info);
			this.calls.count(name, info.status, Date.now() - info.durationMs);
			if (!info.cancelled) this.faults.answered(name, info.status);
		};
		const watch = tracing?.callsOf(name);
		return createClient({ baseUrl, apiKey, timeoutMs: CALL_TIMEOUT_MS, watch, onResponse });
	}
}
