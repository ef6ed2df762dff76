import { z } from 'zod';
import { eventually, isThere } from '../../support/time/eventually';
import type { Stack } from '../../support/stack/start-stack';
import { askGateway } from './ask-gateway';

const listSchema = z.object({
	items: z.array(z.looseObject({ id: z.string(), url: z.string(), enabled: z.boolean() })),
});

/** The subscriptions that receive events, once there are so many. n8n publishes after it has answered. */
export async function untilSubscribed(stack: Stack, count: number) {
	return eventually(
		async () => {
			const { items } = listSchema.parse(await askGateway(stack, 'GET', '/v1/subscriptions'));
			const enabled = items.filter((item) => item.enabled);
			return enabled.length === count ? enabled : null;
		},
		isThere,
		`${count} subscriptions`,
	);
}
