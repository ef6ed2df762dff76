import type { Execution, LookedExecution } from './execution';

// Plain texts without any code of the worker: the console loads them too.

/** What to say of an execution. Its name stands apart, so that a page can link it; empty: the reader may not see it. */
export interface ExecutionWords {
	before: string;
	name: string;
	after: string;
}

export function executionName({ id, flow }: Pick<Execution, 'id' | 'flow'>): string {
	return flow === null ? `execution ${id}` : `execution ${id} of the flow "${flow}"`;
}

export function executionWords({ id, flow, state }: LookedExecution): ExecutionWords {
	const name = id === null ? '' : executionName({ id, flow });
	if (state !== 'stopped') return { before: 'Asked for by the ', name, after: ' in n8n.' };
	const before =
		id === null
			? 'The execution that waits for it was stopped, or has ended'
			: 'Its execution was stopped, or has ended: ';
	return { before, name, after: '. No flow waits for what comes of it.' };
}

/** The same as a text. */
export function executionSentence(execution: LookedExecution): string {
	const { before, name, after } = executionWords(execution);
	return `${before}${name}${after}`;
}
