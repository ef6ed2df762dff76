import { ActivityFailure } from '@temporalio/common';
import type { ReportReadActivities } from './activities';

/** What a task notes of its calls. */
export interface CallNotes {
	calls: number;
	/** A call failed for as long as the task retries. Undefined, also in older histories: none did. */
	hasGivenUp?: boolean;
}

/**
 * The same calls, each of them counted. After one that was given up, the others are made in a hurry: with hours for each,
 * a report on many agents of a service that is down would take days.
 */
export function countedCalls(
	{ patient, hurried }: Record<'patient' | 'hurried', ReportReadActivities>,
	notes: CallNotes,
): ReportReadActivities {
	const calls = () => (notes.hasGivenUp === true ? hurried : patient);
	// Beside the call, not around it: a further step would change the order of calls in older histories.
	const noted = <Result>(call: Promise<Result>) => {
		call.catch((error: unknown) => {
			if (error instanceof ActivityFailure && error.retryState === 'MAXIMUM_ATTEMPTS_REACHED') notes.hasGivenUp = true;
		});
		return call;
	};
	const one = <Result>(call: Promise<Result>) => {
		notes.calls += 1;
		return noted(call);
	};
	const pages = async <Result extends { pages: number }>(read: Promise<Result>) => {
		const result = await noted(read);
		notes.calls += result.pages;
		return result;
	};
	return {
		readAgentName: (agentId) => one(calls().readAgentName(agentId)),
		countItems: (request) => pages(calls().countItems(request)),
		countFailedSources: (request) => pages(calls().countFailedSources(request)),
		countLeadDays: (request) => one(calls().countLeadDays(request)),
		readCodMetrics: (request) => one(calls().readCodMetrics(request)),
		readOverview: (agentId) => one(calls().readOverview(agentId)),
		readUsage: () => one(calls().readUsage()),
	};
}
