import type { UpdateDefinition } from '@temporalio/common';
import { currentUpdateInfo, setHandler } from '@temporalio/workflow';

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

/** So many answers are kept: a repeat comes soon, or not at all. */
const KEPT = 50;

/** What was answered to an update. */
export interface Answered<Answer> {
	/** The update's id, which is made of its name and the caller's key. */
	id: string;
	answer: Answer;
}

/**
 * Acts once for each update's id, and answers a repeat as the first time. The server knows a repeat within one history
 * only, so what was answered is kept in `known`, oldest first, which has to be carried on to the next history.
 */
export function answerOnce<Answer>(known: Array<Answered<Answer>>, act: () => Answer): Answer {
	const id = currentUpdateInfo()?.id;
	const before = known.find((each) => each.id === id);
	if (before !== undefined) return before.answer;
	const answer = act();
	if (id !== undefined) known.push({ id, answer });
	known.splice(0, known.length - KEPT);
	return answer;
}
