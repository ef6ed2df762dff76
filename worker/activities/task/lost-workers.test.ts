import { MockActivityEnvironment } from '@temporalio/testing';
import { unlessWorkersAreLost } from './lost-workers';

/** An attempt of a step. @param notes that the attempt before left @returns how it ended, and what it leaves */
async function attempt(notes: unknown, work: (leaves: () => unknown) => Promise<unknown>) {
	const environment = new MockActivityEnvironment({ heartbeatDetails: notes });
	let last: unknown = notes;
	environment.on('heartbeat', (details: unknown) => {
		last = structuredClone(details);
	});
	const ended = await environment
		.run(() => unlessWorkersAreLost('The uploaded file', 1_000_000, () => work(() => last)))
		.catch((error: unknown) => error);
	return { ended, last };
}

/** What an attempt leaves whose worker is killed in the middle of its work. */
async function killed(notes: unknown): Promise<unknown> {
	let left: unknown;
	await attempt(notes, (leaves) => {
		left = leaves();
		return Promise.resolve();
	});
	return left;
}

test('a step whose worker was lost three times in a row fails with the reason', async () => {
	const left = await killed(await killed(await killed(undefined)));
	const work = vi.fn(() => Promise.resolve('read'));
	const { ended } = await attempt(left, work);
	expect(ended).toMatchObject({
		type: 'worker_ended',
		nonRetryable: true,
		message: expect.stringMatching(/^The worker ended each time: The uploaded file was read 3 times/) as string,
	});
	expect(work).not.toHaveBeenCalled();
});

test('an attempt that ends by itself begins the count again', async () => {
	const left = await killed(await killed(undefined));
	const { last } = await attempt(left, () => Promise.reject(new Error('The store is away.')));
	expect(last).toEqual({ lost: 2, isOver: true });
	const again = await killed(await killed(last));
	expect((await attempt(again, () => Promise.resolve('read'))).ended).toBe('read');
});
