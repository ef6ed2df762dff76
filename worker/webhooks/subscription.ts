import { type Client, WorkflowNotFoundError } from '@temporalio/client';
import { z } from 'zod';
import type { SecretVersion, SubscriptionSettings, SubscriptionState } from '../../workflows/subscriptions/state';
import { EVENT_TYPES, type TaskEvent } from '../../workflows/task/event';
import { executionInfo, executionInfoWithoutMemo, type ListedExecution, listExecutions } from '../temporal/executions';
import type { Keyring } from '../temporal/keyring';

const secretVersionSchema = z.object({ number: z.int().min(1), keyVersion: z.string() });

/** A subscription as its workflow's memo holds it. */
export const subscriptionStateSchema: z.ZodType<SubscriptionState> = z.object({
	settings: z.object({
		url: z.string(),
		events: z.array(z.enum(EVENT_TYPES)),
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
	/** Of the settings as they were asked for, to know a repeat of the same key. */
	inputMac: z.object({ keyVersion: z.string(), mac: z.string() }),
	subscription: subscriptionStateSchema,
});

/** The name of the workflow that is a subscription. */
export const SUBSCRIPTION_WORKFLOW = 'subscription';

export const RUNNING_SUBSCRIPTIONS = `AkSubscription IS NOT NULL AND WorkflowType = '${SUBSCRIPTION_WORKFLOW}' AND ExecutionStatus = 'Running'`;

/** Reads under way at the same time, for a list. */
const READS_AT_ONCE = 20;

interface FoundSubscription {
	id: string;
	state: SubscriptionState;
}

/** A subscription as it is now; null when there is none, or none any more. */
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
 * All subscriptions, newest first, each as it is now. The index of Temporal only names them: it shows a change a moment
 * later. A new one is missing for that moment.
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

/** All subscriptions, newest first, as the index of Temporal has them: one request for a thousand. */
export async function listSubscriptions(client: Client): Promise<FoundSubscription[]> {
	const found = [];
	for await (const raw of listExecutions(client, RUNNING_SUBSCRIPTIONS)) {
		const subscription = await subscriptionIn(client, raw);
		if (subscription !== null) found.push(subscription);
	}
	return found;
}

/** The subscription that a listed workflow is; null when it is none. @throws when it cannot be decrypted */
export async function subscriptionIn(client: Client, raw: ListedExecution): Promise<FoundSubscription | null> {
	const { workflowId, memo } = await executionInfo(client, raw);
	const parsed = subscriptionMemoSchema.safeParse(memo);
	return parsed.success ? { id: workflowId, state: parsed.data.subscription } : null;
}

/** The subscriptions that want to be told of an event. @param all there are */
export function findSubscribers(
	all: ReadonlyArray<{ id: string; state: SubscriptionState }>,
	event: TaskEvent,
): string[] {
	return all.filter(({ state }) => wants(state.settings, event)).map(({ id }) => id);
}

export function wants(
	{ enabled, events, connection }: Pick<SubscriptionSettings, 'enabled' | 'events' | 'connection'>,
	{ type, task }: Pick<TaskEvent, 'type' | 'task'>,
): boolean {
	return enabled && events.includes(type) && (connection === null || connection === task.connection);
}

/**
 * Asks one question at a time, for all who want to know: whoever comes while an answer is on its way shares the next
 * one. So nobody is told what was true before they asked, and many cost no more than one.
 */
export function sharedAnswer<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
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
 * The Standard Webhooks secret of a subscription. It is derived from the worker's key and the subscription's creation, so
 * that it is kept nowhere, every worker signs alike, and whoever knew the secret of a deleted subscription does not know
 * that of its successor with the same id.
 */
export function subscriptionSecret(
	keyring: Keyring,
	id: string,
	{ number, keyVersion, creation }: SecretVersion & Creation,
): string {
	const { mac } = keyring.mac(['subscription', id, `${number}`, creation], keyVersion);
	return `whsec_${Buffer.from(mac, 'base64url').toString('base64')}`;
}

/** All secrets that sign now: the present one, and the one before while it is being replaced. */
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
