import { setImmediate } from 'node:timers/promises';
import { afterRunning, endsWithin, OutOfTimeError, timeLimit, within } from './time-limit';

const never = () => new Promise<never>(() => undefined);

test('tells whether it ended in time', async () => {
	expect(await endsWithin(60_000, Promise.resolve())).toBe(true);
	expect(await endsWithin(10, never())).toBe(false);
});

test('gives the result, or null if it is late', async () => {
	expect(await within(60_000, Promise.resolve('read'))).toBe('read');
	expect(await within(10, never())).toBeNull();
});

test('throws what it threw', async () => {
	await expect(endsWithin(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
	await expect(within(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

test('a limit that passed while the process stood still is not over', async () => {
	const over = vi.fn();
	const stop = afterRunning(50, over);
	Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500);
	// The turn in which timers that are due ring, and what came meanwhile is read.
	await setImmediate();
	expect(over).not.toHaveBeenCalled();
	stop();
});

describe('counts the time in which the process runs', () => {
	beforeEach(() => {
		vi.useFakeTimers();
	});
	afterEach(() => {
		vi.useRealTimers();
	});

	test('a signal aborts after it, and not before', () => {
		const limit = timeLimit(8_000);
		vi.advanceTimersByTime(7_999);
		expect(limit.aborted).toBe(false);
		vi.advanceTimersByTime(1);
		expect(limit.reason).toEqual(new OutOfTimeError(8_000));
		expect(limit.reason).toMatchObject({ name: 'TimeoutError', code: 'ETIMEDOUT' });
	});

	test('a stop ends the counting', () => {
		const over = vi.fn();
		afterRunning(8_000, over)();
		vi.advanceTimersByTime(60_000);
		expect(over).not.toHaveBeenCalled();
	});
});
