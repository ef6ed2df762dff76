import type { Subscription } from '../api/types';

/** A subscription as somebody types it. */
export interface TypedSubscription {
	format: Subscription['format'];
	/** An incoming webhook, or Slack's `chat.postMessage`. */
	url: string;
	/** Only of Slack: where a bot posts. Empty: `url` is an incoming webhook. */
	channel: string;
	/** Of that bot. Empty: as it is. */
	token: string;
	/** One address per line. */
	recipients: string;
	events: readonly string[];
	digests: Subscription['digests'];
	/** Empty: that of the connection. */
	timeZone: string;
	/** Empty: of all connections. */
	connection: string;
	description: string;
}

/** @param timeZone of the reader @param connection of a reader who must name one. Default: all */
export function newSubscription(timeZone: string, connection = ''): TypedSubscription {
	return {
		format: 'slack',
		url: '',
		channel: '',
		token: '',
		recipients: '',
		events: ['task.failed', 'schedule.recovered', 'sync.blocked', 'sync.resumed'],
		digests: 'problems',
		timeZone,
		connection,
		description: '',
	};
}

/** The form of an existing one. A chat's address is not known to anybody, so its field is empty. */
export function typedOf(subscription: Subscription): TypedSubscription {
	const { format, url, channel, recipients, events, digests, timeZone, connection, description } = subscription;
	return {
		format,
		events,
		digests,
		description,
		timeZone: timeZone ?? '',
		url: url === null || isHidden(url) ? '' : url,
		channel: channel ?? '',
		token: '',
		recipients: recipients.join('\n'),
		connection: connection ?? '',
	};
}

/** An address of which the gateway shows scheme and host alone. */
export function isHidden(url: string): boolean {
	return url.endsWith('/…');
}

function recipientsIn(text: string): string[] {
	return text
		.split(/[\n,]/)
		.map((each) => each.trim())
		.filter((each) => each !== '');
}

/** The body that creates it. */
export function bodyOf(subscription: TypedSubscription): Record<string, unknown> {
	const { url, channel, token, recipients, connection, timeZone, ...typed } = subscription;
	const bot = typed.format === 'slack' && channel.trim() !== '' ? { channel: channel.trim(), token: token.trim() } : {};
	const receiver = typed.format === 'email' ? { recipients: recipientsIn(recipients) } : { url: url.trim(), ...bot };
	return { ...typed, ...receiver, timeZone: timeZone || null, connection: connection || null };
}

/** What nobody is shown. */
const KEPT_IF_EMPTY = ['url', 'token'];

/**
 * Only the changed fields, so that two people who edit different fields do not undo each other's work. An empty address
 * of a chat stays as it is.
 */
export function changesOf(before: TypedSubscription, after: TypedSubscription): Record<string, unknown> {
	const [old, next] = [bodyOf(before), bodyOf(after)];
	const changed = Object.entries(next).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]));
	return Object.fromEntries(
		changed.filter(([name, value]) => name !== 'format' && !(KEPT_IF_EMPTY.includes(name) && value === '')),
	);
}

/** What is missing, before anything is sent. @param isNew an existing one keeps its address if none is typed */
export function problemsOf(typed: TypedSubscription, isNew: boolean) {
	const { format, url, channel, token, recipients, events } = typed;
	return [
		...(isNew && format !== 'email' && url.trim() === '' ? [{ path: 'url', message: 'is missing' }] : []),
		...(isNew && format === 'slack' && channel.trim() !== '' && token.trim() === ''
			? [{ path: 'token', message: 'is missing. It is the token of the bot that posts to the channel' }]
			: []),
		...(format === 'email' && recipientsIn(recipients).length === 0
			? [{ path: 'recipients', message: 'is empty. Enter at least one email address' }]
			: []),
		...(events.length === 0 ? [{ path: 'events', message: 'names nothing. Choose at least one event' }] : []),
	];
}
