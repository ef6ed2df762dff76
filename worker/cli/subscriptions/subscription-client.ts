import { z } from 'zod';
import type { EventType } from '../../../workflows/task/event';
import {
	deliveryPageSchema,
	deliveryStartedSchema,
	type subscriptionBodySchema,
	type subscriptionChangeSchema,
	subscriptionListSchema,
	subscriptionViewSchema,
	subscriptionWithSecretSchema,
} from '../../gateway/schemas';
import { type GatewayClient, idInPath } from '../gateway-client';
import { gatewayClient, type GatewayOptions } from '../options';
import type { ResultOptions, Terminal } from '../terminal';

export interface SubscriptionOptions extends GatewayOptions, ResultOptions {
	key?: string;
}

export function subscriptionClient(options: GatewayOptions, terminal: Terminal): SubscriptionClient {
	return new SubscriptionClient(gatewayClient(options, terminal));
}

export type Subscription = z.output<typeof subscriptionViewSchema>;
export type Delivery = z.output<typeof deliveryPageSchema>['items'][number];

/** The gateway's routes for subscriptions. */
class SubscriptionClient {
	constructor(private readonly gateway: GatewayClient) {}

	list() {
		return this.gateway.ask(subscriptionListSchema, { method: 'GET', path: '/v1/subscriptions' });
	}

	show(id: string) {
		return this.gateway.ask(subscriptionViewSchema, { method: 'GET', path: pathOf(id) });
	}

	create(key: string, body: z.input<typeof subscriptionBodySchema>) {
		const path = '/v1/subscriptions';
		return this.gateway.ask(subscriptionWithSecretSchema, { method: 'POST', path, key, body });
	}

	change(id: string, key: string, body: z.input<typeof subscriptionChangeSchema>) {
		return this.gateway.ask(subscriptionViewSchema, { method: 'PATCH', path: pathOf(id), key, body });
	}

	rotateSecret(id: string, key: string) {
		const path = `${pathOf(id)}/rotate-secret`;
		return this.gateway.ask(subscriptionWithSecretSchema, { method: 'POST', path, key });
	}

	async delete(id: string): Promise<void> {
		await this.gateway.ask(z.null(), { method: 'DELETE', path: pathOf(id) });
	}

	deliveries(id: string, query: { limit: number; pageToken: string | undefined }) {
		return this.gateway.ask(deliveryPageSchema, { method: 'GET', path: `${pathOf(id)}/deliveries`, query });
	}

	resend(id: string, deliveryId: string, key: string) {
		const path = `${pathOf(id)}/deliveries/${idInPath('the id of a delivery', deliveryId)}/resend`;
		return this.gateway.ask(deliveryStartedSchema, { method: 'POST', path, key });
	}

	sendSample(id: string, event: EventType, key: string) {
		const path = `${pathOf(id)}/send-sample`;
		return this.gateway.ask(deliveryStartedSchema, { method: 'POST', path, key, body: { event } });
	}
}

function pathOf(id: string): string {
	return `/v1/subscriptions/${idInPath('the id of a subscription', id)}`;
}
