import { randomBytes } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { z } from 'zod';
import { ahead, now } from '../../test/support/time/moments';
import { parseConfig } from '../config';
import { sealReviewToken } from '../tasks/reviews/review-links';
import { Keyring } from '../temporal';
import { type TestRequest, testGateway } from './testing/test-gateway';

/** Large senders, offices and proxies have one address for people who do not know each other. */

const secret = `whsec_${randomBytes(32).toString('base64')}`;
const encryption = { keys: [{ id: 'first', secret: randomBytes(32).toString('base64') }], current: 'first' };
const keyring = new Keyring(encryption);
const { hooks } = parseConfig(
	{
		gateway: { tokens: [{ name: 'tester', token: randomBytes(24).toString('hex') }] },
		connections: { main: { baseUrl: 'http://127.0.0.1:9', apiKey: 'the-key' } },
		encryption,
		hooks: {
			nights: {
				secrets: [secret],
				task: 'nightly-retrain',
				connection: 'main',
				quietSeconds: 60,
				longestDelaySeconds: 600,
			},
		},
	},
	{ source: 'the test', env: {}, gateway: true },
);

function message(id: string, signedWith = secret): TestRequest {
	const payload = '{}';
	const headers = {
		'webhook-id': id,
		'webhook-timestamp': `${Math.floor(now().getTime() / 1000)}`,
		'webhook-signature': new Webhook(signedWith).sign(id, now(), payload),
	};
	return { method: 'POST', url: '/hooks/nights', token: null, payload, headers };
}

const expiresAt = ahead(3_600_000).getTime();
const review = (question: number) => {
	const link = { taskId: 'email-send-with-review~a', question, reviewer: null, expiresAt, keyVersion: 'first' };
	return { url: `/review/${sealReviewToken(keyring, link)}`, token: null };
};

test('whoever proves something is served, however many others of its address were refused', async () => {
	const inFile = { gateway: { limits: { perAddress: 3 } } };
	const { ask, url } = await testGateway({ hooks, keyring, inFile });
	const bad = message('bad', `whsec_${randomBytes(32).toString('base64')}`);
	const refused = [];
	for (let count = 0; count < 5; count += 1) refused.push((await ask(bad)).status);
	expect(refused).toEqual([401, 401, 401, 429, 429]);

	const good = [];
	for (const id of ['1', '2', '3', '4', '5']) good.push((await ask(message(id))).status);
	expect(good).toEqual([202, 202, 202, 202, 202]);
	expect((await ask({ url: '/v1/whoami' })).status).toBe(200);

	const { body } = await ask({ method: 'POST', url: '/v1/sign-in-codes' });
	const { code } = z.looseObject({ code: z.string() }).parse(body);
	const page = { origin: url, 'sec-fetch-site': 'same-origin', host: new URL(url).host };
	const redeem = { method: 'POST', url: '/session', token: null, headers: page };
	expect((await ask({ ...redeem, payload: { code: 'guessed' } })).status).toBe(429);
	expect((await ask({ ...redeem, payload: { code } })).status).toBe(200);

	// What the link leads to is not there, which is no matter of the address.
	const reads = [];
	for (let count = 0; count < 4; count += 1) reads.push((await ask(review(1))).status);
	expect(reads.slice(0, 3)).not.toContain(429);
	expect(reads.at(-1)).toBe(429);
	expect((await ask(review(2))).status).not.toBe(429);
	expect((await ask({ url: '/review/guessed', token: null })).status).toBe(429);

	// The address itself is still counted for whoever proves nothing.
	expect((await ask(bad)).status).toBe(429);
});
