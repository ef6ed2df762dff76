import { keepFor } from './keep-for';

const MINUTE_MS = 60_000;

beforeEach(() => {
	vi.useFakeTimers();
});

afterEach(() => {
	vi.useRealTimers();
});

test('a result is read once a minute, however many ask for it', async () => {
	let count = 0;
	const read = keepFor(MINUTE_MS, () => Promise.resolve((count += 1)));
	expect(await Promise.all([read(), read()])).toEqual([1, 1]);
	vi.advanceTimersByTime(MINUTE_MS);
	expect(await read()).toBe(2);
});

test('a failure is not kept', async () => {
	let count = 0;
	const read = keepFor(MINUTE_MS, () => {
		count += 1;
		return count === 1 ? Promise.reject(new Error('away')) : Promise.resolve(count);
	});
	await expect(read()).rejects.toThrow('away');
	expect(await read()).toBe(2);
});
