import { MockActivityEnvironment } from '@temporalio/testing';
import { eventPauses } from '../../../workflows/task/delivery-options';
import { TIMING } from '../../../workflows/task/timing';
import { unwatched } from '../../net/watch-delivery';
import { postToWebhook } from './post-to-webhook';
import { Receivers } from './receivers';
import { WebhookPace } from './webhook-pace';

const HOST = 'chat.example:8080';

test.each(['slack', 'teams'] as const)(
	'a webhook of %s that asks for a pause gets it from every message',
	async (format) => {
		const url = `http://${HOST}/services/T000`;
		const pace = new WebhookPace(1_000, () => 0);
		const post = vi.fn(() => Promise.resolve({ status: 429, body: 'rate_limited', retryAfterMs: 4_000 }));
		const settings = {
			webhookHosts: [HOST],
			pauses: eventPauses(TIMING),
			pace,
			receivers: new Receivers(50),
			watch: unwatched,
		};
		const attempt = (id: string) =>
			new MockActivityEnvironment().run(() => postToWebhook({ id, url, format, post }, settings));
		await expect(attempt('first')).rejects.toMatchObject({ type: 'not_taken_yet', nextRetryDelay: 4_000 });
		await expect(attempt('first')).rejects.toMatchObject({ type: 'not_yet', nextRetryDelay: 4_000 });
		await expect(attempt('second')).rejects.toMatchObject({ type: 'not_yet', nextRetryDelay: 5_000 });
		expect(post).toHaveBeenCalledOnce();
	},
);
