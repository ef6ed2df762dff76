import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
	CancellationScope,
	condition,
	ParentClosePolicy,
	proxyActivities,
	startChild,
	workflowInfo,
} from '@temporalio/workflow';
import { deliveryPriority, mailing, REVIEW_MAIL_PAUSES } from '../task/delivery-options';
import { emit } from '../task/emit';
import { reportProgress } from '../task/progress';
import { wasCancelled } from '../task/run-task';
import type { ReviewActivities, ReviewMail } from './activities';
import type { Decision } from './contract';
import type { Question } from './review-contract';
import type { EmailTask } from './task';

/** Notifies and reminds the reviewers, and waits for a decision. @returns null if nobody decided in time */
export async function awaitDecision(task: EmailTask): Promise<Decision | null> {
	const { state } = task;
	for (;;) {
		// An edit is being sealed.
		await condition(() => state.question !== null || state.verdict !== null);
		const { question, verdict } = state;
		if (verdict !== null || question === null) return verdict;
		if (Date.now() >= question.expiresAt) {
			state.question = null;
			return null;
		}
		await notifyIfDue(task, question);
		// If an edit arrived meanwhile, its version is being sealed and would be lost by continue-as-new.
		if (state.question === question) await task.continueAsNewIfSuggested();
		if (await decidedBeforeCancel(task, question)) return state.verdict;
	}
}

/**
 * Waits until the question is decided or a reminder is due.
 * @returns whether a cancellation came at the same moment as a decision. The decision counts, because its reviewer already
 * got a confirmation
 */
async function decidedBeforeCancel(task: EmailTask, question: Question): Promise<boolean> {
	const { state } = task;
	const hasVerdict = () => state.verdict !== null;
	try {
		await condition(() => state.question !== question, Math.max(1, nextAlarm(task, question) - Date.now()));
	} catch (error) {
		if (wasCancelled(error) && hasVerdict()) return true;
		throw error;
	}
	// Any later wait is cancelled at once.
	return CancellationScope.current().consideredCancelled && hasVerdict();
}

async function notifyIfDue(task: EmailTask, question: Question): Promise<void> {
	const { told, progress } = task.state;
	const due = remindersDue(task, question);
	if (told.question !== question.number) {
		// It also replaces due reminders of earlier versions.
		task.state.told = { question: question.number, reminders: due };
		reportProgress(progress, { message: messageOf(question) });
		await notifyReviewers(task, question, 0);
	} else if (due > told.reminders) {
		// One email replaces all missed reminders.
		told.reminders = due;
		await notifyReviewers(task, question, told.reminders);
	}
}

function nextAlarm(task: EmailTask, question: Question): number {
	return Math.min(question.expiresAt, nextReminder(task, question));
}

/** Milliseconds since 1970 */
function nextReminder(task: EmailTask, question: Question): number {
	const { remindAfterSeconds } = task.input;
	if (remindAfterSeconds === undefined) return Infinity;
	return askedAt(task, question) + (task.state.told.reminders + 1) * remindAfterSeconds * 1000;
}

/** How many reminders would have been sent by now. */
function remindersDue(task: EmailTask, question: Question): number {
	const { remindAfterSeconds } = task.input;
	if (remindAfterSeconds === undefined) return 0;
	return Math.floor((Date.now() - askedAt(task, question)) / (remindAfterSeconds * 1000));
}

/** Counted back from the deadline, so an edit delays no reminder. */
function askedAt({ input }: EmailTask, { expiresAt }: Question): number {
	return expiresAt - input.deadlineSeconds * 1000;
}

function messageOf({ number, kind, expiresAt }: Question): string {
	const until = new Date(expiresAt).toISOString();
	return kind === 'approval'
		? `Waiting until ${until} for a person to approve, edit or reject version ${number}.`
		: `The email may or may not have been sent. Waiting until ${until} for a person to settle it.`;
}

/** Notifies the reviewers by email, and all subscribers, that a decision is needed. */
export async function notifyReviewers(task: EmailTask, question: Question, reminder: number): Promise<void> {
	const { number, kind, hash, expiresAt } = question;
	const subject = task.state.draft?.subject ?? '';
	const name = reminder === 0 ? `review-${number}` : `review-${number}-reminder-${reminder}`;
	const request = {
		question: number,
		kind,
		hash,
		subject,
		expiresAt: new Date(expiresAt).toISOString(),
		keyVersion: task.keyed.keyVersion,
		reminder: reminder > 0,
	};
	await Promise.all([emit('review.requested', request, name), mailAllReviewers(task, question, reminder, name)]);
}

async function mailAllReviewers(task: EmailTask, question: Question, reminder: number, name: string): Promise<void> {
	const { number, kind, expiresAt } = question;
	const { subject = '', to = [], cc = [] } = task.state.draft ?? {};
	const reviewers = task.input.reviewers ?? [];
	if (reviewers.length === 0) return;
	const mail = { ...task.keyed, question: number, kind, subject, to, cc, expiresAt, reminder };
	try {
		await startChild(mailReviewers, {
			workflowId: `mail/${task.keyed.taskId}/${workflowInfo().firstExecutionRunId}/${name}`,
			args: [reviewers.map((address, reviewer) => ({ ...mail, address, reviewer }))],
			priority: deliveryPriority('review', task.input.connection),
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

/** Retried for one day while the mail server is unavailable. The review page and the event do not depend on it. */
const { mailReviewer } = proxyActivities<ReviewActivities>({
	...mailing(REVIEW_MAIL_PAUSES),
	scheduleToCloseTimeout: '1 day',
});

/** Emails all reviewers. One failing address does not block the others. */
export async function mailReviewers(mails: ReviewMail[]): Promise<void> {
	const sent = await Promise.allSettled(mails.map((mail) => mailReviewer(mail)));
	const failed = sent.find((each) => each.status === 'rejected');
	if (failed !== undefined) throw failed.reason;
}
