import { createHash, randomUUID } from 'node:crypto';
import {
	type Client,
	WorkflowExecutionAlreadyStartedError,
	WorkflowNotFoundError,
	WorkflowUpdateRPCTimeoutOrCancelledError,
} from '@temporalio/client';
import { z } from 'zod';
import type { RotateSecret } from '../../workflows/subscriptions/workflow';
import type { SubscriptionSettings, SubscriptionState } from '../../workflows/subscriptions/state';
import type { EventType } from '../../workflows/task/event';
import { searchAttributes } from '../../workflows/task/visibility';
import { SEPARATOR } from '../../workflows/task/ids';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import type { Keyring } from '../temporal/keyring';
import { inputDigest } from '../tasks/task-input';
import type { Within } from '../tasks/within';
import { updateIdOf } from '../tasks/noted-requests';
import { keyReused } from '../problems/key-reused';
import { DeliveryLog } from './delivery-log';
import { withoutSecret } from './webhook-address';
import {
	readSubscription,
	readSubscriptions,
	SUBSCRIPTION_WORKFLOW,
	subscriptionMemoSchema,
	subscriptionSecret,
	subscriptionStateSchema,
} from './subscription';
import { sampleEvent } from './sample-events';
import {
	type AskedSettings,
	type DeliveriesOf,
	type DeliveryPage,
	eventNotSubscribed,
	noWorkerForSubscription,
	type SubscriptionChange,
	subscriptionNotFound,
	subscriptionNotSigned,
	type SubscriptionService,
	type SubscriptionView,
	type SubscriptionWithSecret,
} from './subscription-service';
import { readUndelivered, type Undelivered } from './undelivered';

const askedSchema = z.object({ asked: z.string() });

/** Time for a receiver to switch to the new secret. */
const OVERLAP_MS = 24 * 3_600_000;

/** Manages subscriptions as workflows of Temporal. Stores nothing itself. */
export class TemporalSubscriptionService implements SubscriptionService {
	private readonly log: DeliveryLog;

	constructor(
		private readonly client: Client,
		private readonly keyring: Keyring,
	) {
		this.log = new DeliveryLog(client, keyring);
	}

	async create(idempotencyKey: string, asked: AskedSettings): Promise<SubscriptionWithSecret> {
		const settings = { ...asked, ...keptZone(asked.timeZone) };
		const id = `subscription${SEPARATOR}${hash(idempotencyKey)}`;
		const now = new Date().toISOString();
		const secret = { number: 1, keyVersion: this.keyring.current };
		const state: SubscriptionState = {
			settings,
			secret,
			creation: randomUUID(),
			previous: null,
			createdAt: now,
			updatedAt: now,
		};
		try {
			await this.client.workflow.start(SUBSCRIPTION_WORKFLOW, {
				workflowId: id,
				taskQueue: INTERNAL_QUEUE,
				args: [state],
				memo: { subscription: state, inputMac: this.keyring.mac(partsOf(settings)) },
				typedSearchAttributes: [{ key: searchAttributes.subscription, value: id }],
				workflowIdReusePolicy: 'ALLOW_DUPLICATE',
				workflowIdConflictPolicy: 'FAIL',
			});
		} catch (error) {
			if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
			await this.compare(id, settings);
		}
		return this.withSecret(id, await this.read(id));
	}

	async list(): Promise<SubscriptionView[]> {
		return (await readSubscriptions(this.client)).map(({ id, state }) => viewOf(id, state));
	}

	undelivered(within?: Within): Promise<Undelivered[]> {
		return readUndelivered(this.client, within);
	}

	async get(id: string): Promise<SubscriptionView> {
		return viewOf(id, await this.read(id));
	}

	async change(id: string, idempotencyKey: string, change: SubscriptionChange): Promise<SubscriptionView> {
		const asked = inputDigest(change);
		const answer = await this.update(id, 'changeSubscription', idempotencyKey, [kept(change), asked]);
		if (askedSchema.parse(answer).asked !== asked)
			throw keyReused(`This Idempotency-Key made another change of ${id}. Send that change again, or use another key.`);
		return viewOf(id, subscriptionStateSchema.parse(answer));
	}

	async rotateSecret(id: string, idempotencyKey: string): Promise<SubscriptionWithSecret> {
		const { format } = (await this.read(id)).settings;
		if (format !== 'events') throw subscriptionNotSigned(id, format);
		const rotation: RotateSecret = { keyVersion: this.keyring.current, overlapMs: OVERLAP_MS };
		const answer = await this.update(id, 'rotateSecret', idempotencyKey, [rotation]);
		return this.withSecret(id, subscriptionStateSchema.parse(answer));
	}

	async remove(id: string): Promise<void> {
		await this.read(id);
		try {
			await this.client.workflow.getHandle(id).terminate('The subscription was deleted.');
		} catch (error) {
			if (!(error instanceof WorkflowNotFoundError)) throw error;
		}
	}

	async deliveries(id: string, page: DeliveriesOf): Promise<DeliveryPage> {
		await this.read(id);
		return this.log.page(id, page);
	}

	async resend(id: string, deliveryId: string, idempotencyKey: string, within?: Within): Promise<{ id: string }> {
		await this.read(id);
		return this.log.resend(id, deliveryId, { key: hash(idempotencyKey), within });
	}

	async sendSample(id: string, type: EventType, idempotencyKey: string): Promise<{ id: string }> {
		const { enabled, events, connection } = (await this.read(id)).settings;
		if (!enabled || !events.includes(type)) throw eventNotSubscribed(id, type);
		return this.log.send(
			id,
			sampleEvent(type, `sample${SEPARATOR}${hash(`${id} ${type} ${idempotencyKey}`)}`, connection),
		);
	}

	private async read(id: string): Promise<SubscriptionState> {
		const state = await readSubscription(this.client, id);
		if (state === null) throw subscriptionNotFound(id);
		return state;
	}

	private async update(id: string, name: string, key: string, args: [object, string?]): Promise<unknown> {
		await this.read(id);
		const handle = this.client.workflow.getHandle(id);
		try {
			return await handle.executeUpdate<unknown, [object, string?]>(name, { updateId: updateIdOf(name, key), args });
		} catch (error) {
			if (error instanceof WorkflowUpdateRPCTimeoutOrCancelledError) throw noWorkerForSubscription(id);
			throw error;
		}
	}

	private async compare(id: string, settings: SubscriptionSettings): Promise<void> {
		const { memo } = await this.client.workflow.getHandle(id).describe();
		const { inputMac } = subscriptionMemoSchema.parse(memo);
		if (!this.keyring.matches(inputMac, partsOf(settings))) {
			throw keyReused(
				`This Idempotency-Key created ${id} with other settings. Send the same settings to get it, or use another key to create a new one.`,
			);
		}
	}

	private withSecret(id: string, state: SubscriptionState): SubscriptionWithSecret {
		const { settings, secret, creation } = state;
		const isSigned = settings.format === 'events';
		const text = isSigned ? subscriptionSecret(this.keyring, id, { ...secret, creation }) : null;
		return { ...viewOf(id, state), secret: text };
	}
}

function viewOf(id: string, { settings, previous, createdAt, updatedAt }: SubscriptionState): SubscriptionView {
	const { zoneOf, ...shown } = withoutSecret(settings);
	const timeZone = zoneOf === 'connection' ? null : shown.timeZone;
	return { id, ...shown, timeZone, previousSecretUntil: previous?.until ?? null, createdAt, updatedAt };
}

/** The zone as it is kept: never null, because workers of before could not read that. */
function keptZone(timeZone: string | null): Pick<SubscriptionSettings, 'timeZone' | 'zoneOf'> {
	return timeZone === null ? { timeZone: 'UTC', zoneOf: 'connection' } : { timeZone, zoneOf: null };
}

function kept({ timeZone, ...change }: SubscriptionChange): Partial<SubscriptionSettings> {
	return timeZone === undefined ? change : { ...change, ...keptZone(timeZone) };
}

function partsOf({
	format,
	url,
	channel,
	token,
	recipients,
	events,
	digests,
	timeZone,
	...rest
}: SubscriptionSettings): string[] {
	const { connection, description, enabled } = rest;
	const own = [format, url ?? '', JSON.stringify(recipients), digests, timeZone];
	// What a subscription of an earlier version had no room for changes nothing of its digest.
	const bot = channel === undefined || channel === null ? [] : ['slack-channel', channel, token ?? ''];
	return ['subscription-input', ...own, connection ?? '', description, String(enabled), ...events, ...bot];
}

function hash(key: string): string {
	return createHash('sha256')
		.update(JSON.stringify(['subscription', key]))
		.digest('base64url')
		.slice(0, 28);
}
