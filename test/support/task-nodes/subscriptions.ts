import { createHash, randomBytes } from 'node:crypto';
import type { EventType } from '../../../workflows/task/event';
import type { SubscriptionSettings } from '../../../workflows/subscriptions/state';
import { keyReused } from '../../../worker/problems/key-reused';
import {
	subscriptionNotFound,
	type SubscriptionService,
	type SubscriptionView,
	type SubscriptionWithSecret,
} from '../../../worker/webhooks';

type SignedSubscription = SubscriptionWithSecret & { secret: string };

/** Subscriptions in memory that treat keys as the worker's do. */
export class MemorySubscriptions implements SubscriptionService {
	readonly all = new Map<string, SignedSubscription>();
	/** Samples that were asked for. */
	readonly samples: Array<{ id: string; type: EventType }> = [];
	/** Requests that changed something. */
	changes = 0;
	/** The next creation is done, and its response is lost. */
	loseNextResponse = false;
	private readonly created = new Map<string, string>();

	create(idempotencyKey: string, settings: SubscriptionSettings): Promise<SubscriptionWithSecret> {
		const id = `subscription~${createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 20)}`;
		const asked = JSON.stringify(settings);
		const known = this.all.get(id);
		if (known !== undefined) {
			if (this.created.get(id) !== asked) throw keyReused('This Idempotency-Key created another subscription.');
			return Promise.resolve(known);
		}
		const now = new Date().toISOString();
		const view = { id, ...settings, previousSecretUntil: null, createdAt: now, updatedAt: now, secret: newSecret() };
		this.all.set(id, view);
		this.created.set(id, asked);
		if (this.loseNextResponse) {
			this.loseNextResponse = false;
			throw new Error('The response is lost.');
		}
		return Promise.resolve(view);
	}

	list = (): Promise<SubscriptionView[]> => Promise.resolve([...this.all.values()]);
	undelivered = (): Promise<never[]> => Promise.resolve([]);
	get = (id: string): Promise<SubscriptionView> => Promise.resolve(this.found(id));

	change(id: string, _key: string, change: Partial<SubscriptionSettings>): Promise<SubscriptionView> {
		this.changes += 1;
		return Promise.resolve(Object.assign(this.found(id), change, { updatedAt: `change ${this.changes}` }));
	}

	rotateSecret(id: string): Promise<SubscriptionWithSecret> {
		return Promise.resolve(Object.assign(this.found(id), { secret: newSecret() }));
	}

	remove(id: string): Promise<void> {
		this.found(id);
		this.all.delete(id);
		return Promise.resolve();
	}

	deliveries = () => Promise.resolve({ items: [], nextPageToken: null });
	resend = (id: string) => Promise.resolve({ id });

	sendSample(id: string, type: EventType): Promise<{ id: string }> {
		this.found(id);
		this.samples.push({ id, type });
		return Promise.resolve({ id: 'deliver~sample' });
	}

	/** The only one there is. */
	only(): SignedSubscription {
		const [subscription, ...others] = this.all.values();
		if (subscription === undefined || others.length > 0) throw new Error(`There are ${this.all.size} subscriptions.`);
		return subscription;
	}

	private found(id: string): SignedSubscription {
		const subscription = this.all.get(id);
		if (subscription === undefined) throw subscriptionNotFound(id);
		return subscription;
	}
}

function newSecret(): string {
	return `whsec_${randomBytes(32).toString('base64')}`;
}
