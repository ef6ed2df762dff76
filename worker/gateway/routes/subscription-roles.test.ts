import type { EventType } from '../../../workflows/task/event';
import type { TokenRole } from '../../config';
import type { SubscriptionService, SubscriptionView } from '../../webhooks';
import { Tokens } from '../plugins/tokens';
import { inMemorySubscriptions } from '../testing/in-memory-services';
import { useTestGateway } from '../testing/test-gateway';

const { serve } = useTestGateway();

const token = 'c'.repeat(24);

function oneSubscription(events: EventType[]): SubscriptionService & { removed: string[] } {
	const removed: string[] = [];
	const view: SubscriptionView = {
		id: 'subscription~one',
		format: 'events',
		url: 'https://receiver.example/',
		events,
		enabled: true,
		connection: null,
		recipients: [],
		description: '',
		digests: 'problems',
		timeZone: 'UTC',
		previousSecretUntil: null,
		createdAt: new Date(0).toISOString(),
		updatedAt: new Date(0).toISOString(),
	};
	return {
		...inMemorySubscriptions(),
		removed,
		get: () => Promise.resolve(view),
		remove: (id) => {
			removed.push(id);
			return Promise.resolve();
		},
	};
}

const asked = async (events: EventType[], roles: TokenRole[]) => {
	const subscriptions = oneSubscription(events);
	const { ask } = serve({ subscriptions, tokens: new Tokens([{ name: 'one', token, roles }]) });
	const { status } = await ask({ method: 'DELETE', url: '/v1/subscriptions/subscription~one', token });
	return { status, removed: subscriptions.removed.length };
};

test('only who may decide deletes a subscription for reviews, as only they may disable it', async () => {
	expect(await asked(['review.requested', 'task.failed'], ['read', 'start'])).toEqual({ status: 403, removed: 0 });
	expect(await asked(['review.requested', 'task.failed'], ['read', 'start', 'decide'])).toEqual({
		status: 204,
		removed: 1,
	});
});

test('any other subscription is deleted with the role start', async () => {
	expect(await asked(['task.failed'], ['read', 'start'])).toEqual({ status: 204, removed: 1 });
});
