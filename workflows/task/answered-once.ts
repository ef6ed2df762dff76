import { currentUpdateInfo } from '@temporalio/workflow';

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
