import { RateLimit } from '../../../nodes/AgentKnowledge/transport/rate-limit';

const NOW = 1_800_000_000_000;
const answer = (remaining: number) => ({ 'x-ratelimit-remaining': String(remaining), 'x-ratelimit-reset': '30' });

describe('RateLimit', () => {
	it('lets everything go until the service has said how much is left', () => {
		const limit = new RateLimit();
		for (let count = 0; count < 100; count++) limit.begin();
		expect(limit.delayMs(NOW)).toBe(0);
	});

	it('waits until the reset when nothing is left, and no longer', () => {
		const limit = new RateLimit();
		limit.begin();
		limit.end(answer(0), NOW);
		expect(limit.delayMs(NOW)).toBe(30_000);
		expect(limit.delayMs(NOW + 29_000)).toBe(1_000);
		expect(limit.delayMs(NOW + 30_000)).toBe(0);
	});

	it('waits no longer than the minute that the limit is for, though the clocks differ', () => {
		const limit = new RateLimit();
		limit.begin();
		limit.end({ 'x-ratelimit-remaining': '0', 'x-ratelimit-reset': String(NOW / 1000 + 3_600) }, NOW);
		expect(limit.delayMs(NOW)).toBe(60_000);
	});

	it('takes off what is under way before its answers say so', () => {
		const limit = new RateLimit();
		for (let count = 0; count < 3; count++) limit.begin();
		limit.end(answer(3), NOW);
		expect(limit.delayMs(NOW)).toBe(0);
		limit.begin();
		expect(limit.delayMs(NOW)).toBe(30_000);
	});

	it('forgets what was said when an answer says nothing of it, and keeps it when there was no answer', () => {
		const limit = new RateLimit();
		limit.begin();
		limit.end(answer(0), NOW);
		limit.begin();
		limit.end(null, NOW);
		expect(limit.delayMs(NOW)).toBe(30_000);
		limit.begin();
		limit.end({}, NOW);
		expect(limit.delayMs(NOW)).toBe(0);
	});
});
