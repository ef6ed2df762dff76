import { RateLimiter } from './rate-limit';

describe('RateLimiter', () => {
	const minute = 1_800_000_000_000;

	it('refuses requests above the limit until the minute has passed', () => {
		const limiter = new RateLimiter();
		expect(limiter.take('a', 2, minute)).toMatchObject({ remaining: 1, exceeded: false });
		expect(limiter.take('a', 2, minute + 10_000)).toMatchObject({ remaining: 0, exceeded: false });
		expect(limiter.take('a', 2, minute + 59_500)).toMatchObject({ exceeded: true, retryAfter: 1 });
		expect(limiter.take('a', 2, minute + 60_000)).toMatchObject({ remaining: 1, exceeded: false });
	});

	it('counts each key by itself, and nothing for a caller without one', () => {
		const limiter = new RateLimiter();
		limiter.take('a', 1, minute);
		expect(limiter.take('b', 1, minute)).toMatchObject({ exceeded: false });
		expect(limiter.unused(1, minute)).toMatchObject({ remaining: 1, exceeded: false });
	});
});
