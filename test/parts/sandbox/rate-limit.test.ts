import { now } from '../../support/time/moments';
import { TestSandbox } from './running-sandbox';

/** The limit counts by the minute of the clock; so few requests in a test may still straddle two. */
async function inOneMinute<Result>(requests: () => Promise<Result>): Promise<Result> {
	for (;;) {
		const minute = Math.floor(now().getTime() / 60_000);
		const result = await requests();
		if (Math.floor(now().getTime() / 60_000) === minute) return result;
	}
}

let sandbox: TestSandbox;
beforeAll(async () => {
	sandbox = await TestSandbox.start({ rateLimit: 2 });
});
afterAll(() => sandbox.running.close());

describe('the rate limit (specification, part 8)', () => {
	it('says how much is left, then refuses with the time to wait', async () => {
		const answers = await inOneMinute(async () => {
			const { key } = await sandbox.createKey({ scopes: ['read:agents'] });
			const one = await sandbox.call('GET', '/agents', { key });
			const two = await sandbox.call('GET', '/agents', { key });
			return [one, two, await sandbox.call('GET', '/agents', { key })];
		});

		expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
		expect(answers.map(({ headers }) => headers.get('x-ratelimit-remaining'))).toEqual(['1', '0', '0']);
		expect(answers.map(({ headers }) => headers.get('x-ratelimit-limit'))).toEqual(['2', '2', '2']);
		const refused = answers[2];
		expect(refused?.body).toMatchObject({ type: 'rate_limit_exceeded', status: 429 });
		expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
	});

	it('counts each key by itself', async () => {
		const statuses = await inOneMinute(async () => {
			const [one, two] = [
				await sandbox.createKey({ scopes: ['read:agents'] }),
				await sandbox.createKey({ scopes: ['read:agents'] }),
			];
			await sandbox.call('GET', '/agents', one);
			await sandbox.call('GET', '/agents', one);
			return [(await sandbox.call('GET', '/agents', one)).status, (await sandbox.call('GET', '/agents', two)).status];
		});

		expect(statuses).toEqual([429, 200]);
	});

	it('carries the headers on errors too', async () => {
		const answer = await sandbox.call('GET', '/agents', { key: null });

		expect(answer.status).toBe(401);
		expect(answer.headers.get('x-ratelimit-limit')).toBe('2');
	});
});
