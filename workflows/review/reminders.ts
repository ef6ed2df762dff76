import type { DecisionRequest, Question } from './contract';
import type { Review } from './review';

type Reminding = Pick<Review<string, DecisionRequest>, 'input' | 'state'>;

/** When the next reminder is due, in milliseconds since 1970. */
export function nextReminder(review: Reminding, question: Question): number {
	const { remindAfterSeconds } = review.input;
	if (remindAfterSeconds === undefined) return Infinity;
	return askedAt(review, question) + (review.state.told.reminders + 1) * remindAfterSeconds * 1000;
}

/** How many reminders would have been sent by now. */
export function remindersDue(review: Reminding, question: Question): number {
	const { remindAfterSeconds } = review.input;
	if (remindAfterSeconds === undefined) return 0;
	return Math.floor((Date.now() - askedAt(review, question)) / (remindAfterSeconds * 1000));
}

/** Counted back from the deadline, so an edit delays no reminder. */
function askedAt({ input }: Reminding, { expiresAt }: Question): number {
	return expiresAt - input.deadlineSeconds * 1000;
}
