import { Pacer } from './pacer';
import { MAX_WAIT_MS } from './retry';

const reply = (remaining: number, resetAt: number) => ({ limit: 60, remaining, resetAt });

describe('the pacer', () => {
	it('holds nothing back before the first reply', () => {
		const pacer = new Pacer();
		for (let index = 0; index < 100; index += 1) pacer.started();
		expect(pacer.delayMs(0)).toBe(0);
	});

	it('waits for the reset when nothing is left, then lets the limit go', () => {
		const pacer = new Pacer();
		pacer.started();
		pacer.ended(reply(0, 5000));
		expect(pacer.delayMs(1000)).toBe(4000);
		expect(pacer.delayMs(5000)).toBe(0);
		for (let index = 0; index < 60; index += 1) pacer.started();
		expect(pacer.delayMs(4000)).toBe(1000);
	});

	it('counts calls under way as spent', () => {
		const pacer = new Pacer();
		for (let index = 0; index < 3; index += 1) pacer.started();
		pacer.ended(reply(2, 5000));
		expect(pacer.delayMs(0)).toBe(5000);
	});

	it('waits 10 minutes at most, and after a 429 as long as it asks for', () => {
		const pacer = new Pacer();
		pacer.blockedFor(7000, 1000);
		expect(pacer.delayMs(1000)).toBe(7000);
		pacer.blockedFor(MAX_WAIT_MS * 6, 1000);
		expect(pacer.delayMs(1000)).toBe(MAX_WAIT_MS);
	});

	it('is not held by a reply that says nothing of the limit, and by none', () => {
		const pacer = new Pacer();
		pacer.started();
		pacer.ended({ limit: null, remaining: 0, resetAt: null });
		pacer.started();
		pacer.ended(null);
		expect(pacer.delayMs(0)).toBe(0);
	});
});
