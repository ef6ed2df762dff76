import { condition } from '@temporalio/workflow';
import { tellLate } from '../finish-by/late';
import type { TaskLate } from '../task/event';
import { finishOf, type HookSubject, type RunFinish } from './messages';
import type { DebounceState } from './state';

/** Tells of each run once that will not be done in time, at its lead time. Runs beside the workflow until it is cancelled. */
export async function watchLateness(subject: HookSubject, state: DebounceState): Promise<void> {
	for (;;) {
		await condition(() => next(state) !== null);
		const { warnAt } = next(state) ?? { warnAt: 0 };
		const left = warnAt - Date.now();
		if (left > 0) {
			await condition(() => next(state)?.warnAt !== warnAt, left);
			continue;
		}
		await tell(subject, state);
	}
}

/** The run that is to be told of next: the one under way, or that of the open messages. */
function next({ open, openTold, running, finish }: DebounceState): RunFinish | null {
	if (running !== null && finish !== null && !finish.isTold) return finish;
	const ofOpen = open === null ? null : finishOf(open);
	return ofOpen === null || openTold === ofOpen.firstAt ? null : ofOpen;
}

async function tell(subject: HookSubject, state: DebounceState): Promise<void> {
	const found = next(state);
	if (found === null) return;
	const { hook: name, task: type, connection, agentId, key } = subject;
	const isRunning = found === state.finish;
	// Noted first: what comes while it is told is another run.
	if (state.finish !== null && isRunning) state.finish.isTold = true;
	else state.openTold = found.firstAt;
	const late: TaskLate = {
		source: 'hook',
		name,
		state: isRunning ? 'running' : 'not_begun',
		finishBy: new Date(found.by).toISOString(),
		expectedAt: null,
		message: `The run that messages to the hook ${name} asked for ${isRunning ? 'still runs' : 'has not begun'}.`,
	};
	const id = (isRunning ? state.running?.taskId : undefined) ?? `${type}~hook`;
	await tellLate({ task: { id, type, connection, agentId }, late }, `${key}~${found.firstAt}`);
}
