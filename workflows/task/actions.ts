import type { UpdateDefinition } from '@temporalio/common';
import { setHandler } from '@temporalio/workflow';
import { type Answered, answerOnce } from './answered-once';

/** One sentence on what the task makes of what it was asked. */
export interface ActionAnswer {
	message: string;
	/** Digest of the input that it answers, for its asker to compare. */
	asked: string;
}

/**
 * Lets a running task be asked for something (see `actions` of its definition). The update's id is made of the action and
 * the caller's key, so that a repeat is answered and not done again. Call it before the workflow waits for anything.
 * @param known what was answered before; part of the state that the task carries on to its next history
 * @param handle changes the task's state and nothing else; what follows of it is the workflow's own affair
 */
export function onAction<Input>(
	action: UpdateDefinition<ActionAnswer, [Input, string]>,
	known: Array<Answered<ActionAnswer>>,
	handle: (input: Input) => string,
): void {
	setHandler(action, (input, asked) => answerOnce(known, () => ({ message: handle(input), asked })));
}
