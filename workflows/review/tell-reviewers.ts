import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
	ParentClosePolicy,
	proxyActivities,
	startChild,
	WorkflowIdReusePolicy,
	workflowInfo,
} from '@temporalio/workflow';
import { deliveryPriority, mailing, REVIEW_MAIL_PAUSES } from '../task/delivery-options';
import { emit } from '../task/emit';
import type { ReviewActivities, ReviewNotice } from './activities';
import type { DecisionRequest, Question } from './contract';
import type { Review } from './review';

/** Notifies the reviewers by email, and all subscribers, that a decision is needed. */
export async function notifyReviewers<Action extends string, Request extends DecisionRequest<Action>>(
	review: Review<Action, Request>,
	question: Question,
	reminder: number,
): Promise<void> {
	const { number, kind, hash, expiresAt } = question;
	const name = reminder === 0 ? `review-${number}` : `review-${number}-reminder-${reminder}`;
	const request = {
		question: number,
		kind,
		hash,
		subject: review.subject.message().subject,
		expiresAt: new Date(expiresAt).toISOString(),
		keyVersion: review.keyed.keyVersion,
		reminder: reminder > 0,
	};
	await Promise.all([emit('review.requested', request, name), mailAllReviewers(review, question, reminder, name)]);
}

async function mailAllReviewers<Action extends string, Request extends DecisionRequest<Action>>(
	{ input, keyed, subject }: Review<Action, Request>,
	{ number, kind, expiresAt }: Question,
	reminder: number,
	name: string,
): Promise<void> {
	const { connection, reviewers = [] } = input;
	if (reviewers.length === 0) return;
	const { firstExecutionRunId: run } = workflowInfo();
	const mail = { ...keyed, ...subject.message(), run, question: number, kind, expiresAt, reminder };
	try {
		await startChild(mailReviewers, {
			workflowId: `mail/${keyed.taskId}/${run}/${name}`,
			args: [reviewers.map((address, reviewer) => ({ ...mail, address, reviewer }))],
			priority: deliveryPriority('review', connection),
			parentClosePolicy: ParentClosePolicy.ABANDON,
			workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
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
export async function mailReviewers(mails: ReviewNotice[]): Promise<void> {
	const sent = await Promise.allSettled(mails.map((mail) => mailReviewer(mail)));
	const failed = sent.find((each) => each.status === 'rejected');
	if (failed !== undefined) throw failed.reason;
}
