import { z } from 'zod';
import {
	type Answer,
	ask,
	askEnded,
	idOf,
	linkOf,
	type Question,
	retrain,
	untilSubscribed,
} from '../../../support/gateway/ask';
import { type GatewayPlatform, type PlatformOptions, startPlatform } from '../../../support/gateway/start-platform';
import { WebhookReceiver } from '../../../support/gateway/webhook-receiver';

export const withSecret = z.looseObject({ id: z.string(), secret: z.string() });

/** A gateway and a subscriber, which the tests of a file share. */
export class Subscriptions {
	constructor(
		readonly platform: GatewayPlatform,
		readonly receiver: WebhookReceiver,
	) {}

	send = (question: Question): Promise<Answer> => ask(this.platform, question);

	async subscribe(key: string, events: string[], more: object = {}) {
		const body = { url: this.receiver.url, events, ...more };
		const made = await this.send({ method: 'POST', path: '/v1/subscriptions', key, body });
		expect(made.status).toBe(201);
		const { id, secret } = withSecret.parse(made.body);
		await untilSubscribed(this.platform, id);
		return { id, secret, path: `/v1/subscriptions/${encodeURIComponent(id)}` };
	}

	/** @returns the id of the task, which has ended */
	async finishedRetrain(key: string): Promise<string> {
		const started = await this.send(retrain(key));
		await askEnded(this.platform, linkOf(started));
		return idOf(started);
	}
}

export function useSubscriptions(moreTokens: PlatformOptions['moreTokens'] = []): () => Subscriptions {
	let subscriptions: Subscriptions | undefined;
	beforeAll(async () => {
		const receiver = await WebhookReceiver.start();
		const platform = await startPlatform({ webhookHosts: [receiver.host, '*:443'], clockFactor: 400, moreTokens });
		subscriptions = new Subscriptions(platform, receiver);
	});
	afterAll(async () => {
		await subscriptions?.platform.close();
		await subscriptions?.receiver.close();
	});
	return () => {
		if (subscriptions === undefined) throw new Error('The gateway of the tests did not start.');
		return subscriptions;
	};
}
