import { endsWithin } from './ends-within';

test('tells whether it ended in time', async () => {
	expect(await endsWithin(60_000, Promise.resolve())).toBe(true);
	expect(await endsWithin(10, new Promise(() => undefined))).toBe(false);
});

test('throws what it threw', async () => {
	await expect(endsWithin(60_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});
