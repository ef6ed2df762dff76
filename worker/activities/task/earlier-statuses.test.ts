import { ApplicationFailure } from '@temporalio/common';
import { MockActivityEnvironment } from '@temporalio/testing';
import { notYet } from '../../temporal/not-yet';
import { noteEarlierStatuses } from './earlier-statuses';

const refused = (status: number, nonRetryable = false) =>
	ApplicationFailure.create({
		type: 'refused',
		nonRetryable,
		nextRetryDelay: 5,
		details: [{ title: 'Refused', status }],
	});

const steps = noteEarlierStatuses();

/** What an attempt of a step fails with. */
async function failureOf(step: string, failure: ApplicationFailure): Promise<unknown> {
	const { inbound } = steps(new MockActivityEnvironment({ activityId: step }).context);
	return inbound?.execute?.({ args: [], headers: {} }, () => Promise.reject(failure)).catch((error: unknown) => error);
}

test('an attempt names the status codes of those before it, also if it only has to look again', async () => {
	expect(await failureOf('one', refused(429))).toMatchObject({ details: [{ status: 429 }] });
	expect(await failureOf('one', refused(503))).toMatchObject({
		nextRetryDelay: 5,
		details: [{ status: 503 }, { earlierStatuses: [429] }],
	});
	expect(await failureOf('one', notYet('Still training', 5))).toMatchObject({
		type: 'not_yet',
		details: [null, { earlierStatuses: [429, 503] }],
	});
	expect(await failureOf('another', notYet('Still training', 5))).toMatchObject({ details: [] });
});

test('the last failure of a step stays as it is, and the next step knows nothing of it', async () => {
	await failureOf('two', refused(503));
	const last = refused(403, true);
	expect(await failureOf('two', last)).toBe(last);
	expect(await failureOf('two', notYet('Still training', 5))).toMatchObject({ details: [] });
});
