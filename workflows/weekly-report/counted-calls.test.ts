import { ActivityFailure, type RetryState } from '@temporalio/common';
import type { ReportReadActivities } from './activities';
import { type CallNotes, countedCalls } from './counted-calls';

/** Calls that fail in a way, and who made them. */
function failingCalls(retryState: RetryState) {
	const made: string[] = [];
	const callsOf = (who: string) => {
		const call = () => {
			made.push(who);
			return Promise.reject(new ActivityFailure('failed', 'readOverview', '1', retryState, 'worker'));
		};
		return { readAgentName: call, readOverview: call } as unknown as ReportReadActivities;
	};
	const notes: CallNotes = { calls: 0 };
	const calls = countedCalls({ patient: callsOf('patient'), hurried: callsOf('hurried') }, notes);
	return { calls, made, notes };
}

describe('the calls of a report', () => {
	it('have hours for one that fails again and again, and not for each', async () => {
		const { calls, made, notes } = failingCalls('MAXIMUM_ATTEMPTS_REACHED');
		await expect(calls.readAgentName('a')).rejects.toThrow();
		await expect(calls.readOverview('a')).rejects.toThrow();
		expect(made).toEqual(['patient', 'hurried']);
		expect(notes.calls).toBe(2);
	});

	it('keep their hours where the service refused one', async () => {
		const { calls, made } = failingCalls('NON_RETRYABLE_FAILURE');
		await expect(calls.readAgentName('a')).rejects.toThrow();
		await expect(calls.readOverview('a')).rejects.toThrow();
		expect(made).toEqual(['patient', 'patient']);
	});
});
