import { activityInfo } from '@temporalio/activity';
import { CONNECTION_INCIDENT } from '../../workflows/connection-incident/incident';
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
	boundedClient,
	type CallQueue,
	type Calls,
	callsPerDispatch,
	DispatchedCalls,
	DispatchedPace,
	KeyPauses,
	type KeyUse,
	NOT_SHARED,
	type Pace,
	pagesAllowed,
	type SharedPauses,
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
const UNWATCHED = { answered: () => undefined, removed: () => undefined };

/** The calls of every connection, with the settings of the moment. */
export class ConnectionServices implements Calls {
	readonly #clients: ServiceClients<ConnectionSettings>;
	readonly #turns: DestinationTurns;
	readonly #dispatched = new DispatchedPace();
	readonly #calls = new DispatchedCalls();
	readonly #pauses: KeyPauses;

	constructor(
		private readonly settings: ConnectionServicesSettings,
		private readonly metrics: Metrics,
		private readonly calls: CallCounts,
		private readonly faults: Pick<CallFaults, 'answered' | 'removed'> = UNWATCHED,
		pauses: SharedPauses = NOT_SHARED,
	) {
		this.#pauses = new KeyPauses(pauses, settings.log, (parts) => settings.keyring.mac(parts).mac);
		const most = Math.ceil(settings.concurrency.calls * MOST_OF_THE_CALLS);
		this.#clients = new ServiceClients(
			(name, account, key) => this.#clientOf(name, account, key),
			settings.connections,
			most,
			this.#pauses,
			(name) => {
				// The probe of an incident must not begin the next one.
				if (activityInfo().workflowType !== CONNECTION_INCIDENT) faults.removed(name);
			},
		);
		this.#turns = new DestinationTurns(most);
	}

	replace(connections: Readonly<Record<string, ConnectionSettings>>): void {
		this.#clients.replace(connections);
		this.#dispatched.keepOnly(connections);
		this.#pauses.keepOnly(connections);
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
			const activities = byConnection.get(connection) ?? this.#unboundedActivities(connection, 'shared');
			byConnection.set(connection, activities);
			return activities;
		};
		return this.#inDispatches(this.#unboundedActivities('', 'shared'), 'shared', (name) => {
			const connection = activityInfo().priority?.fairnessKey ?? '';
			return { connection, isPaced, activity: activitiesFor(connection)[name] };
		});
	}

	activitiesOf(connection: string, queue: CallQueue): ConnectionActivities {
		const activities = this.#unboundedActivities(connection, queue);
		return this.#inDispatches(activities, queue, (name) => ({
			connection,
			isPaced: false,
			activity: activities[name],
		}));
	}

	/** The same activities. Each attempt makes the calls of its dispatch, and no more. */
	#inDispatches(
		activities: ConnectionActivities,
		queue: CallQueue,
		dispatchOf: (name: keyof ConnectionActivities) => {
			connection: string;
			isPaced: boolean;
			activity: (...input: never[]) => unknown;
		},
	): ConnectionActivities {
		const names = Object.keys(activities) as Array<keyof ConnectionActivities>;
		const bounded = names.map((name) => {
			const call = async (...input: unknown[]): Promise<unknown> => {
				const { connection, isPaced, activity } = dispatchOf(name);
				const pace = this.settingsOf(connection);
				if (pace !== undefined) this.#dispatched.keepToLimit(connection, pace, isPaced);
				const calls = this.#callsAllowed(connection, queue);
				const attempt = { ...attemptOfActivity(), calls, owe: () => this.#dispatched.owe(connection) };
				return this.#calls.run<unknown>(attempt, () => Reflect.apply(activity, activities, input) as unknown);
			};
			return [name, call] as const;
		});
		return Object.fromEntries(bounded) as unknown as ConnectionActivities;
	}

	/** The calls of one dispatch, by the settings of the moment. */
	#callsAllowed(connection: string, queue: CallQueue): number {
		const pace = this.settingsOf(connection);
		if (pace === undefined) return 1;
		// The call may have been weighed for another limit, up to 15 minutes ago or before it waited.
		if (queue === 'shared') return pagesAllowed(pace, activityInfo().priority?.fairnessWeight);
		return callsPerDispatch(pace.requestsPerMinute, queue);
	}

	#unboundedActivities(name: string, queue: CallQueue): ConnectionActivities {
		const { blobs, timing, destinations, keyring } = this.settings;
		const times = { ...timing, ...timingOf({ timing: this.settings.times ?? {} }) };
		const { erased: everyErased, requests, synced } = personStores(this.settings);
		const [api, erased] = [boundedClient(this.#clients.of(name)), everyErased.of(name)];
		const pagesAtOnce = () => this.#callsAllowed(name, queue);
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

/** Which attempt of which activity runs now. */
function attemptOfActivity(): { id: string; number: number; isLast: boolean } {
	const { workflowExecution: of, activityId, attempt, retryPolicy } = activityInfo();
	const most = retryPolicy?.maximumAttempts ?? 0;
	const id = JSON.stringify([of?.workflowId, of?.runId, activityId]);
	return { id, number: attempt, isLast: most > 0 && attempt >= most };
}
