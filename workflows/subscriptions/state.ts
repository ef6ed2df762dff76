import type { EventType } from '../task/event';

/**
 * The form of the messages.
 *
 * - `events`: signed JSON, for programs.
 * - `slack`, `teams`: words for people, to an incoming webhook of a chat.
 * - `email`: the same words, by the worker's mail server.
 */
export const SUBSCRIPTION_FORMATS = ['events', 'slack', 'teams', 'email'] as const;
export type SubscriptionFormat = (typeof SUBSCRIPTION_FORMATS)[number];

/** Which digests of schedules are sent: only those that report a problem, or all. */
export const DIGESTS = ['problems', 'all'] as const;

/** What a caller sets of a subscription. */
export interface SubscriptionSettings {
	/** Never changes. */
	format: SubscriptionFormat;
	/** Null if the format is `email`. */
	url: string | null;
	/** Only of Slack's `chat.postMessage`: where a bot posts. Default: `url` is an incoming webhook */
	channel?: string | null;
	/** The token of that bot. Nobody is shown it. */
	token?: string | null;
	/** Email addresses; empty unless the format is `email`. */
	recipients: string[];
	events: EventType[];
	digests: (typeof DIGESTS)[number];
	/** IANA name: the times in messages for people are of this zone. `UTC` if they are of another one's. */
	timeZone: string;
	/**
	 * `connection`: times and dates are in the zone and language of the event's connection. Absent or null: of `timeZone`.
	 * Workers of before know `timeZone` alone.
	 */
	zoneOf?: 'connection' | null;
	/** Only of tasks of this connection; null: of all. */
	connection: string | null;
	/** For the people who look at the list; empty where nothing was said. */
	description: string;
	/** A subscription that is off is told nothing, and what it missed is not told later. */
	enabled: boolean;
}

/** Which secret signs: it is derived from the worker's key of that version, so it never enters Temporal. */
export interface SecretVersion {
	number: number;
	keyVersion: string;
}

/** Everything about a subscription; it stands in its workflow's memo as `subscription`. */
export interface SubscriptionState {
	settings: SubscriptionSettings;
	secret: SecretVersion;
	/** Random, for each creation: one that is made anew with the same key gets secrets of its own. */
	creation: string;
	/** The secret before, which signs as well until then (ISO 8601 UTC); null where there is none. */
	previous: (SecretVersion & { until: string }) | null;
	/** ISO 8601 UTC. */
	createdAt: string;
	/** ISO 8601 UTC. */
	updatedAt: string;
}
