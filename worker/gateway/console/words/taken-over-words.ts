/** As the API has it (`takenOver` of a task). */
interface TakenOver {
	by: 'retry' | 'later_run' | 'its_tasks';
	state: 'running' | 'done' | 'failed';
}

const HOW: Readonly<Record<TakenOver['by'], string>> = {
	retry: 'What failed was retried in another task',
	later_run: 'A later task did the same work',
	its_tasks: 'The tasks that failed were retried',
};

const STATE: Readonly<Record<TakenOver['state'], string>> = {
	running: 'That has not ended yet.',
	done: 'Nothing is left to do.',
	failed: 'That needs a look in its place.',
};

/** What has taken over the work of a task, in two sentences. The first has no full stop, so that it can be a link. */
export function takenOverParts({ by, state }: TakenOver): { how: string; state: string } {
	return { how: HOW[by], state: STATE[state] };
}
