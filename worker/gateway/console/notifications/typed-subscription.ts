import type { Subscription } from '../api/types';

/** A subscription as somebody types it. */
export interface TypedSubscription {
	format: Subscription['format'];
	/** An incoming webhook. */
	url: string;
	/** One address per line. */
	recipients: string;
	events: readonly string[];
	digests: Subscription['digests'];
	timeZone: string;
	/** Empty: of all connections. */
	connection: string;
	description: string;
}

/** @param timeZone of the reader */
export function newSubscription(timeZone: string): TypedSubscription {
	return {
		format: 'slack',
		url: '',
		recipients: '',
		events: ['task.failed', 'sync.blocked'],
		digests: 'problems',
		timeZone,
		connection: '',
		description: '',
	};
}

/** The form of an existing one. A chat's address is not known to anybody, so its field is empty. */
export function typedOf(subscription: Subscription): TypedSubscription {
	const { format, url, recipients, events, digests, timeZone, connection, description } = subscription;
	return {
		format,
		events,
		digests,
		timeZone,
		description,
		url: url === null || isHidden(url) ? '' : url,
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
export function bodyOf({ url, recipients, connection, ...typed }: TypedSubscription): Record<string, unknown> {
	const receiver = typed.format === 'email' ? { recipients: recipientsIn(recipients) } : { url: url.trim() };
	return { ...typed, ...receiver, connection: connection === '' ? null : connection };
}

/**
 * Only the changed fields, so that two people who edit different fields do not undo each other's work. An empty address
 * of a chat stays as it is.
 */
export function changesOf(before: TypedSubscription, after: TypedSubscription): Record<string, unknown> {
	const [old, next] = [bodyOf(before), bodyOf(after)];
	const changed = Object.entries(next).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(old[name]));
	return Object.fromEntries(changed.filter(([name, value]) => name !== 'format' && !(name === 'url' && value === '')));
}

/** What is missing, before anything is sent. @param isNew an existing one keeps its address if none is typed */
export function problemsOf(typed: TypedSubscription, isNew: boolean) {
	const { format, url, recipients, events } = typed;
	return [
		...(isNew && format !== 'email' && url.trim() === '' ? [{ path: 'url', message: 'is missing' }] : []),
		...(format === 'email' && recipientsIn(recipients).length === 0
			? [{ path: 'recipients', message: 'is empty. Enter at least one email address' }]
			: []),
		...(events.length === 0 ? [{ path: 'events', message: 'names nothing. Choose at least one event' }] : []),
	];
}
