import type { UpdateDefinition } from '@temporalio/common';
import { currentUpdateInfo } from '@temporalio/workflow';
import { onUpdate } from './on-update';

/** One sentence on what the task does about the action. */
export interface ActionResponse {
	message: string;
	/** Digest of the input, for the caller to compare. */
	asked: string;
}

/**
 * Handles an action on a running task (see `actions` of its definition). The update's id contains the action and the
 * caller's key, so a repeat gets the first response and has no effect. Call it before the workflow waits for anything.
 * @param known earlier responses; part of the state that survives continue-as-new
 * @param handle changes the task's state and nothing else; the workflow acts on the new state
 */
export function onAction<Input>(
	action: UpdateDefinition<ActionResponse, [Input, string]>,
	known: Array<Answered<ActionResponse>>,
	handle: (input: Input) => string,
): void {
	onUpdate(action, (input, asked) => respondOnce(known, () => ({ message: handle(input), asked })));
}

/** Number of responses to keep. A repeat comes soon or not at all. */
const KEPT = 50;

/** The response to an update. */
export interface Answered<Answer> {
	/** The update's id, made of its name and the caller's key. */
	id: string;
	answer: Answer;
}

/**
 * Acts once per update id, and returns the first response to a repeat. The server detects repeats within one history
 * only, so `known` keeps the responses, oldest first. Pass it on to continue-as-new.
 */
export function respondOnce<Answer>(known: Array<Answered<Answer>>, act: () => Answer): Answer {
	const id = currentUpdateInfo()?.id;
	const before = known.find((each) => each.id === id);
	if (before !== undefined) return before.answer;
	const answer = act();
	if (id !== undefined) known.push({ id, answer });
	known.splice(0, known.length - KEPT);
	return answer;
}
