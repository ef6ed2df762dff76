import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Client, Connection } from '@temporalio/client';
import { eventually } from '../../../support/time/eventually';
import { temporalSettings } from '../../../../worker/config';
import { Keyring } from '../../../../worker/temporal';
import { INTERNAL_QUEUE } from '../../../../workflows/task-queues';
import { reviewsOn } from '../../../support/gateway/reviews-on';
import { type GatewayPlatform, startPlatform } from '../../../support/gateway/start-platform';
import { clientOf } from '../../../support/temporal/connect-patiently';

/** Far more than any worker has slots. */
const DELIVERIES = 200;
const AT_ONCE = 4;

/** Receives every delivery and answers none. */
const seen = new Set<string>();
const open = { now: 0, most: 0 };
const receiver = createServer(({ headers }, response) => {
	seen.add(String(headers['webhook-id']));
	open.now += 1;
	open.most = Math.max(open.most, open.now);
	response.on('close', () => (open.now -= 1));
});

let platform: GatewayPlatform;
let client: Client & { connection: Connection };

beforeAll(async () => {
	receiver.listen(0, '127.0.0.1');
	await once(receiver, 'listening');
	const { port } = receiver.address() as AddressInfo;
	platform = await startPlatform({
		callbackHosts: [`127.0.0.1:${port}`],
		clockFactor: 1_000,
		concurrency: { calls: 200, deliveries: AT_ONCE },
	});
	client = await clientOf(temporalSettings(platform.config), new Keyring(platform.config.encryption));
});
afterAll(async () => {
	receiver.closeAllConnections();
	receiver.close();
	await client.connection.close();
	await platform.close();
});

async function beginDelivery(index: number): Promise<void> {
	const { port } = receiver.address() as AddressInfo;
	const delivery = { id: `message-${index}`, url: `http://127.0.0.1:${port}/resume`, payload: {} };
	const options = { workflowId: `deliver/silent/${index}`, taskQueue: INTERNAL_QUEUE, args: [delivery] };
	await client.workflow.start('deliverCallback', options);
}

test('a mail is sealed, decided and sent while a receiver holds every delivery that is begun', async () => {
	const { mail, reviews } = await reviewsOn(platform);
	const all = Array.from({ length: DELIVERIES }, (_, index) => index);
	for (let from = 0; from < DELIVERIES; from += 50)
		await Promise.all(all.slice(from, from + 50).map((index) => beginDelivery(index)));
	await eventually(() => open.most > 0, Boolean, 'the first delivery begins a moment later');

	const asked = { to: ['ada@client.example'], reviewers: ['lead@team.example'] };
	const { link, question } = await reviews.asking('silent', asked);
	// Most deliveries still wait for their first try: the review passed them.
	expect(seen.size).toBeLessThan(DELIVERIES / 2);
	await mail.untilReceived('lead@team.example');
	await reviews.decide(link, 'yes', { action: 'approve', hash: question.hash });
	expect(await reviews.ended(link)).toMatchObject({ status: 'completed', result: { outcome: 'sent' } });
	expect(await mail.received('ada@client.example')).toHaveLength(1);
	expect(seen.size).toBeLessThan(DELIVERIES / 2);
	expect(open.most).toBeLessThan(AT_ONCE);
});
