import type { TaskWithLinks } from '../../../worker/gateway/schemas';
import { retrainResultSchema } from '../../../workflows/retrain/contract';
import type { BegunRun } from './training-runs';

/** How a task ended: in the service's records, and in its own result. */
export interface Ending {
	/** Each `POST retrain` of the worker that reached the service: its status, or the fault that took it. */
	posts: Array<number | string>;
	/** How many training runs began, whoever requested them. */
	runs: number;
	/** `run` is the place of the result's run among those that began, from 1; 0 when it is none of them. */
	result: {
		run: number;
		adopted: boolean;
		outcome: string;
		audit: { postAttempts: number; ambiguous: boolean; duplicates: string[] };
	} | null;
	error: TaskWithLinks['error'];
}

export function endingOf(
	{ status, result, error }: TaskWithLinks,
	{ posts, runs }: { posts: Ending['posts']; runs: BegunRun[] },
): Ending {
	if (status !== 'completed') return { posts, runs: runs.length, result: null, error };
	const { run, adopted, outcome, audit: whole } = retrainResultSchema.parse(result);
	const place = runs.findIndex(({ id }) => id === run?.id) + 1;
	const { postAttempts, ambiguous, duplicates } = whole;
	const audit = { postAttempts, ambiguous, duplicates };
	return { posts, runs: runs.length, result: { run: place, adopted, outcome, audit }, error };
}

/** The ending of a task that followed the last of so many runs to its end, and reports every request it has sent. */
export function completed(
	posts: Ending['posts'],
	{ runs = 1, adopted = false, ambiguous }: { runs?: number; adopted?: boolean; ambiguous: boolean },
): Ending {
	const audit = { postAttempts: posts.length, ambiguous, duplicates: [] };
	return { posts, runs, result: { run: runs, adopted, outcome: 'finished', audit }, error: null };
}
