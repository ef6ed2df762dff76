import type { IDataObject } from 'n8n-workflow';

/** What a sample is made of. */
export interface SampleRequest {
	/** Of the task that was not started. */
	taskId: string;
	/** The input of the task, or nothing if only its ID is known. */
	input: IDataObject;
	/** ISO 8601 UTC. */
	at: string;
}

/** How a task ended, in the words of the gateway. */
export interface SampleEnd {
	status: 'completed' | 'failed';
	outcome: string;
	succeeded: boolean;
	/** One sentence; if the task did not succeed, the reason. */
	message: string;
	/** For people, as in the gateway's table of outcomes. */
	shown: { word: string; tone: 'good' | 'attention' | 'bad' | 'quiet'; needsAttention: boolean };
	/** Of the progress. */
	figures?: IDataObject;
	result: IDataObject | null;
	error?: { type: string; title: string; detail: string };
}

/** An end of a task to try out a flow with. */
export interface Sample {
	/** Of the option "When Testing". */
	value: string;
	/** How the task ended. */
	name: string;
	description: string;
	end: (request: SampleRequest) => SampleEnd;
}

/** A task that did all that was asked. */
export function done(outcome: string, word: string, message: string, result: IDataObject): SampleEnd {
	const shown = { word, tone: 'good', needsAttention: false } as const;
	return { status: 'completed', outcome, succeeded: true, message, shown, result };
}

/** A task that completed and did a part of what was asked, or nothing. */
export function notDone(outcome: string, shown: SampleEnd['shown'], message: string, result: IDataObject): SampleEnd {
	return { status: 'completed', outcome, succeeded: false, message, shown, result };
}

const error = {
	type: 'sample_failure',
	title: 'Sample of a failure',
	detail: 'No task was started, so nothing has failed.',
};

/** The end that every task can have. It has no result. */
export const failed: Sample = {
	value: 'failed',
	name: 'Failed',
	description: 'The task failed and has no result',
	end: () => ({
		status: 'failed',
		outcome: 'failed',
		succeeded: false,
		message: `${error.title}: ${error.detail}`,
		shown: { word: 'Failed', tone: 'bad', needsAttention: true },
		result: null,
		error,
	}),
};

export function textOr(value: unknown, fallback: string): string {
	return typeof value === 'string' && value !== '' ? value : fallback;
}

/** @returns the texts of a list; the fallback if it has none */
export function textsOr(value: unknown, fallback: string[]): string[] {
	const texts = Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];
	return texts.length > 0 ? texts : fallback;
}

/** The id of an agent if none is known. */
export const SAMPLE_AGENT = 'agent_sample';

/** What the period of an export came to; null if none was chosen. */
export function samplePeriod(input: IDataObject, at: string): IDataObject | null {
	const period = textOr(input['period'], '');
	const day = at.slice(0, 10);
	const days = { firstDay: day, lastDay: day, timeZone: textOr(input['timeZone'], 'UTC') };
	return period === '' ? null : { period, ...days, from: `${day}T00:00:00.000Z`, until: at };
}
