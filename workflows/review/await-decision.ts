import { CancellationScope, condition } from '@temporalio/workflow';
import { reportProgress } from '../task/progress';
import { wasCancelled } from '../task/run-task';
import type { Decision, DecisionRequest, Question } from './contract';
import { nextReminder, remindersDue } from './reminders';
import type { Review } from './review';
import { notifyReviewers } from './tell-reviewers';

/** Notifies and reminds the reviewers, and waits for a decision. @returns null if nobody decided in time */
export async function awaitDecision<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
): Promise<Decision<Action> | null> {
	const { state } = review;
	for (;;) {
		// An edit is being sealed.
		await condition(() => state.question !== null || state.verdict !== null);
		const { question, verdict } = state;
		if (verdict !== null || question === null) return verdict;
		if (Date.now() >= question.expiresAt) {
			state.question = null;
			return null;
		}
		await notifyIfDue(review, question);
		// If an edit arrived meanwhile, its version is being sealed and would be lost by continue-as-new.
		if (state.question === question) await review.continueAsNewIfSuggested();
		if (await decidedBeforeCancel(review, question)) return state.verdict;
	}
}

/**
 * Waits until the question is decided or a reminder is due.
 * @returns whether a cancellation came at the same moment as a decision. The decision counts, because its reviewer already
 * got a confirmation
 */
async function decidedBeforeCancel<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
	question: Question,
): Promise<boolean> {
	const { state } = review;
	const hasVerdict = () => state.verdict !== null;
	const alarm = Math.min(question.expiresAt, nextReminder(review, question));
	try {
		await condition(() => state.question !== question, Math.max(1, alarm - Date.now()));
	} catch (error) {
		if (wasCancelled(error) && hasVerdict()) return true;
		throw error;
	}
	// Any later wait is cancelled at once.
	return CancellationScope.current().consideredCancelled && hasVerdict();
}

async function notifyIfDue<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
	question: Question,
): Promise<void> {
	const { state, subject } = review;
	const { told, progress } = state;
	const due = remindersDue(review, question);
	if (told.question !== question.number) {
		// It also replaces due reminders of earlier versions.
		state.told = { question: question.number, reminders: due };
		reportProgress(progress, { message: subject.waitsFor(question, new Date(question.expiresAt).toISOString()) });
		await notifyReviewers(review, question, 0);
	} else if (due > told.reminders) {
		// One email replaces all missed reminders.
		told.reminders = due;
		await notifyReviewers(review, question, told.reminders);
	}
}
