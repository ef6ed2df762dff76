import { MockActivityEnvironment } from '@temporalio/testing';
import type { ReadingState } from '../../knowledge/reading/knowledge-reader';
import { unlessWorkersAreLost } from './lost-workers';

type Work = (enter: (state: ReadingState) => void, leaves: () => unknown) => Promise<unknown>;

/** An attempt of a step. @param notes that the attempt before left @returns how it ended, and what it leaves */
async function attempt(notes: unknown, work: Work) {
	const environment = new MockActivityEnvironment({ heartbeatDetails: notes });
	let left: unknown = notes;
	environment.on('heartbeat', (details: unknown) => {
		left = structuredClone(details);
	});
	const ended = await environment
		.run(() => unlessWorkersAreLost('The uploaded file', 1_000_000, (enter) => work(enter, () => left)))
		.catch((error: unknown) => error);
	return { ended, left };
}

/** What an attempt leaves whose worker is killed after these states. */
async function killed(notes: unknown, states: readonly ReadingState[] = ['waiting', 'reading']): Promise<unknown> {
	let left: unknown;
	await attempt(notes, (enter, leaves) => {
		states.forEach(enter);
		left = leaves();
		return Promise.resolve();
	});
	return left;
}

const reads: Work = (enter) => {
	enter('reading');
	return Promise.resolve('read');
};

test('a step whose worker was lost three times in a row fails with the reason', async () => {
	const left = await killed(await killed(await killed(undefined)));
	const work = vi.fn(reads);
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
	const failed = await attempt(left, async (...of) => {
		await reads(...of);
		throw new Error('The store is away.');
	});
	const again = await killed(await killed(failed.left));
	expect((await attempt(again, reads)).ended).toBe('read');
});

test.each<{ states: ReadingState[] }>([
	{ states: [] },
	{ states: ['waiting'] },
	{ states: ['waiting', 'reading', 'waiting'] },
])('a worker that is lost after $states is another one’s fault, and hides none of its own', async ({ states }) => {
	const twice = await killed(await killed(undefined));
	const left = await killed(await killed(twice, states), states);
	expect((await attempt(left, reads)).ended).toBe('read');
	expect((await attempt(await killed(left), reads)).ended).toMatchObject({ type: 'worker_ended' });
});

test('an attempt that fails before it reads says nothing about the file', async () => {
	const twice = await killed(await killed(undefined));
	const { left } = await attempt(twice, () => Promise.reject(new Error('The store is away.')));
	expect((await attempt(await killed(left), reads)).ended).toMatchObject({ type: 'worker_ended' });
});
