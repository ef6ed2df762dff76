import { randomBytes } from 'node:crypto';
import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { boundResults, MOST_BYTES } from './bounded-results';

const { inbound } = boundResults(new MockActivityEnvironment({ activityType: 'readSet' }).context);

function outcomeOf(work: () => Promise<unknown>): Promise<unknown> {
	return inbound?.execute?.({ args: [], headers: {} }, work).catch((error: unknown) => error) ?? Promise.resolve();
}

const random = (bytes: number) => randomBytes(bytes).toString('base64');

test('a result over the limit of Temporal ends the step, and says which step it was', async () => {
	expect(await outcomeOf(() => Promise.resolve([random(2 * MOST_BYTES)]))).toMatchObject({
		type: 'result_too_large',
		nonRetryable: true,
		message: expect.stringMatching(/The result of readSet has 3\.\d MB, and 1\.9 MB is the most/) as string,
	});
});

test('a long result that is small when it is packed passes as it is', async () => {
	const result = { rows: Array.from({ length: 100_000 }, (_, index) => `The row number ${index} is as it was.`) };
	expect(await outcomeOf(() => Promise.resolve(result))).toBe(result);
	expect(await outcomeOf(() => Promise.resolve())).toBeUndefined();
});

test('the details of a failure are cut, and the rest of it stays', async () => {
	const issues = Array.from({ length: 3_000 }, (_, index) => ({ path: `rows.${index}`, message: random(1_000) }));
	const failure = ApplicationFailure.create({
		type: 'invalid_input',
		message: 'Invalid input',
		nextRetryDelay: 5,
		details: [{ title: 'Invalid input', detail: random(5_000), issues }],
	});
	const cut = await outcomeOf(() => Promise.reject(failure));
	expect(cut).toMatchObject({
		type: 'invalid_input',
		message: 'Invalid input',
		nextRetryDelay: 5,
		details: [
			{ title: 'Invalid input', issues: expect.arrayContaining([{ path: '', message: 'and 2980 more' }]) as object },
		],
	});
	expect(JSON.stringify((cut as ApplicationFailure).details).length).toBeLessThan(100_000);
	const short = ApplicationFailure.create({ details: [{ title: 'Short' }] });
	expect(await outcomeOf(() => Promise.reject(short))).toBe(short);
});
