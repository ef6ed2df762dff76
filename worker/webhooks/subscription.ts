import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import {
	DIGESTS,
	type SecretVersion,
	SUBSCRIPTION_FORMATS,
	type SubscriptionSettings,
	type SubscriptionState,
} from '../../workflows/subscriptions/state';
import type { Subscriber } from '../../workflows/events/activities';
import { incidentKeyOf } from '../../workflows/events/incident-key';
import { EVENT_TYPES, type Incident, type IncidentFailure, type TaskEvent } from '../../workflows/task/event';
import type { Timing } from '../../workflows/task/timing';
import { executionInfo, executionInfoWithoutMemo, type ListedExecution, listExecutions } from '../temporal/executions';
import { isWithin, type Within } from '../tasks/within';
import type { Keyring } from '../temporal/keyring';

const secretVersionSchema = z.object({ number: z.int().min(1), keyVersion: z.string() });

/** A subscription in the memo of its workflow. */
export const subscriptionStateSchema: z.ZodType<SubscriptionState> = z.object({
	settings: z.object({
		format: z.enum(SUBSCRIPTION_FORMATS),
		url: z.string().nullable(),
		channel: z.string().nullable().exactOptional(),
		token: z.string().nullable().exactOptional(),
		recipients: z.array(z.string()),
		events: z.array(z.enum(EVENT_TYPES)),
		digests: z.enum(DIGESTS),
		timeZone: z.string(),
		zoneOf: z.literal('connection').nullable().exactOptional(),
		connection: z.string().nullable(),
		description: z.string(),
		enabled: z.boolean(),
	}),
	secret: secretVersionSchema,
	creation: z.string(),
	previous: secretVersionSchema.extend({ until: z.string() }).nullable(),
	createdAt: z.string(),
	updatedAt: z.string(),
});

export const subscriptionMemoSchema = z.object({
	/** MAC of the requested settings, to recognise a repeat of the same key. */
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }),
	subscription: subscriptionStateSchema,
});

/** The name of a subscription's workflow. */
export const SUBSCRIPTION_WORKFLOW = 'subscription';

export const RUNNING_SUBSCRIPTIONS = `AkSubscription IS NOT NULL AND WorkflowType = '${SUBSCRIPTION_WORKFLOW}' AND ExecutionStatus = 'Running'`;

/** Number of parallel reads for a list. */
const READS_AT_ONCE = 20;

interface FoundSubscription {
	id: string;
	state: SubscriptionState;
}

/** The current state of a subscription; null if it does not (or no longer) exist. */
export async function readSubscription(client: Client, id: string): Promise<SubscriptionState | null> {
	try {
		const { memo, status, type } = await client.workflow.getHandle(id).describe();
		if (type !== SUBSCRIPTION_WORKFLOW || status.name !== 'RUNNING') return null;
		return subscriptionMemoSchema.parse(memo).subscription;
	} catch (error) {
		if (error instanceof WorkflowNotFoundError) return null;
		throw error;
	}
}

/**
 * The current state of all subscriptions, newest first. Temporal's index only provides their ids, because it shows
 * changes a moment later. For that moment a new subscription is missing.
 */
export async function readSubscriptions(client: Client): Promise<FoundSubscription[]> {
	const names = new Set<string>();
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS))
		names.add((await executionInfoWithoutMemo(client, raw)).workflowId);
	const ids = [...names];
	const found: FoundSubscription[] = [];
	for (let begin = 0; begin < ids.length; begin += READS_AT_ONCE) {
		const some = ids.slice(begin, begin + READS_AT_ONCE);
		const states = await Promise.all(some.map(async (id) => ({ id, state: await readSubscription(client, id) })));
		found.push(...states.flatMap(({ id, state }) => (state === null ? [] : [{ id, state }])));
	}
	return found;
}

/** All subscriptions as Temporal's index has them, newest first: one request per thousand. */
export async function listSubscriptions(client: Client): Promise<FoundSubscription[]> {
	const found = [];
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS)) {
		const subscription = await subscriptionIn(client, raw);
		if (subscription !== null) found.push(subscription);
	}
	return found;
}

/** The ids of the subscriptions to these connections. @param within undefined: of all */
export async function subscriptionsTo(client: Client, within: Within): Promise<ReadonlySet<string>> {
	const found = await listSubscriptions(client);
	return new Set(found.flatMap(({ id, state }) => (isWithin(within, state.settings.connection) ? [id] : [])));
}

/** The subscription of a listed workflow; null if the workflow is no subscription. @throws if it cannot be decrypted */
export async function subscriptionIn(client: Client, raw: ListedExecution): Promise<FoundSubscription | null> {
	const { workflowId, memo } = await executionInfo(client, raw);
	const parsed = subscriptionMemoSchema.safeParse(memo);
	return parsed.success ? { id: workflowId, state: parsed.data.subscription } : null;
}

/** The subscriptions to an event. @param all every existing subscription */
export function findSubscribers(
	all: ReadonlyArray<{ id: string; state: SubscriptionState }>,
	event: TaskEvent,
): string[] {
	return all.filter(({ state }) => wants(state.settings, event)).map(({ id }) => id);
}

/**
 * The subscriptions to an event, and which of them are people, who get failures of one cause in one message.
 * @param timing what an incident waits. Default: `TIMING`
 */
export function subscribersOf(
	all: ReadonlyArray<{ id: string; state: SubscriptionState }>,
	event: TaskEvent,
	timing?: Partial<Timing>,
): Subscriber[] {
	const incident = incidentKeyOf(event);
	const formats = new Map(all.map(({ id, state }) => [id, state.settings.format]));
	return findSubscribers(all, event).map((id) =>
		incident === null || formats.get(id) === 'events' ? id : { id, incident, ...(timing && { timing }) },
	);
}

type Wanting = Pick<SubscriptionSettings, 'enabled' | 'events' | 'digests' | 'format' | 'connection'>;

function wants(settings: Wanting, event: Pick<TaskEvent, 'type' | 'data' | 'task'>): boolean {
	return receives(settings, event) && isOf(settings, event.task.connection);
}

function isOf({ connection }: Pick<Wanting, 'connection'>, other: string | null | undefined): boolean {
	return connection === null || connection === other;
}

/**
 * What a subscription is told of an event with its settings of now: a subscription can go to another connection while a
 * message waits. A message about several failures tells those of its connection.
 * @returns null if it is told nothing
 */
export function wantedPart(settings: Wanting, event: TaskEvent): TaskEvent | null {
	const { incident, ...alone } = event;
	if (settings.connection === null || incident === undefined) return wants(settings, event) ? event : null;
	if (!receives(settings, event)) return null;
	const known = incident.failures.map((each) => ({ ...each, connection: connectionOf(each, event) }));
	if (isOf(settings, event.task.connection) && known.every(({ connection }) => isOf(settings, connection)))
		return event;
	const failures = known.filter(({ connection }) => isOf(settings, connection));
	const [first] = failures;
	if (first === undefined) return isOf(settings, event.task.connection) ? alone : null;
	// How many earlier messages told of this connection is not known.
	const part: Incident = { count: failures.length, toldBefore: 0, failures };
	if (isOf(settings, event.task.connection)) return { ...event, incident: part };
	const { taskId, taskType, agentId, connection, reason } = first;
	// Failures of several connections have what blocks them in common: the destination.
	const data = 'leadsRefused' in event.data ? { ...event.data, agentId, reason, leadsRefused: 0 } : null;
	if (data === null) return null;
	return { ...event, task: { id: taskId, type: taskType, connection, agentId }, data, incident: part };
}

/** Failures of tasks have one connection. Older versions did not say that of a failure of a sync. */
function connectionOf({ connection = null }: IncidentFailure, { type, task }: TaskEvent): string | null {
	return type === 'task.failed' ? task.connection : connection;
}

/** Whether a subscription gets an event of this kind, of whatever connection. */
function receives(
	settings: Pick<SubscriptionSettings, 'enabled' | 'events' | 'digests' | 'format'>,
	event: Pick<TaskEvent, 'type' | 'data' | 'sample'>,
): boolean {
	const { enabled, events, digests, format } = settings;
	const isQuiet = 'allWell' in event.data && event.data.allWell;
	const isWanted = enabled && events.includes(event.type) && (digests === 'all' || !isQuiet);
	// Somebody has asked for a sample.
	return isWanted && (format === 'events' || event.sample === true || concernsPeople(settings, event));
}

/** Programs get each event. People are told once of each end, and not of what a person wanted. */
function concernsPeople(
	{ events }: Pick<SubscriptionSettings, 'events'>,
	{ type, data }: Pick<TaskEvent, 'type' | 'data'>,
): boolean {
	if (type === 'task.failed') return !('status' in data && data.status === 'cancelled');
	const isToldAsFailure = 'needsAttention' in data && data.needsAttention === true && events.includes('task.failed');
	return !isToldAsFailure;
}

/**
 * Shares one read among all callers. Callers that arrive during a read share the next one. So no caller gets data from
 * before its call, and many calls cost as much as one.
 */
export function sharedRead<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
	let underWay: Promise<unknown> = Promise.resolve();
	let next: Promise<Answer> | null = null;
	const begin = () => {
		next = null;
		const answer = ask();
		underWay = answer.catch(() => undefined);
		return answer;
	};
	return () => (next ??= underWay.then(begin));
}

type Creation = Pick<SubscriptionState, 'creation'>;

/**
 * The Standard Webhooks secret of a subscription. It is derived from the worker's key and the subscription's creation.
 * So it is stored nowhere, and every worker signs with the same secret. A new subscription with the id of a deleted one
 * gets another secret.
 */
export function subscriptionSecret(
	keyring: Keyring,
	id: string,
	{ number, keyVersion, creation }: SecretVersion & Creation,
): string {
	const { mac } = keyring.mac(['subscription', id, `${number}`, creation], keyVersion);
	return `whsec_${Buffer.from(mac, 'base64url').toString('base64')}`;
}

/** All secrets that sign now: the current one and, during a rotation, the previous one. */
export function signingSecrets(
	keyring: Keyring,
	id: string,
	{ secret, previous, creation }: Pick<SubscriptionState, 'secret' | 'previous'> & Creation,
): string[] {
	const overlaps = previous !== null && Date.parse(previous.until) > Date.now();
	return [secret, ...(overlaps ? [previous] : [])].map((version) =>
		subscriptionSecret(keyring, id, { ...version, creation }),
	);
}
