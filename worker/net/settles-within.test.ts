import { settlesWithin } from './settles-within';

test('tells whether it ended in time', async () => {
	expect(await settlesWithin(60_000, Promise.resolve())).toBe(true);
	expect(await settlesWithin(10, new Promise(() => undefined))).toBe(false);
});

test('throws what it threw', async () => {
	await expect(settlesWithin(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
