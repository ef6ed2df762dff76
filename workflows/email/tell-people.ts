import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, startChild, workflowInfo } from '@temporalio/workflow';
import { emit } from '../task/emit';
import type { Question } from './review-contract';
import type { EmailTask } from './email-task';
import { mailReviewers } from './mail-reviewers';

/** Tells the reviewers by mail, and all who subscribed, that something waits for a decision. */
export async function tellPeople(task: EmailTask, question: Question, reminder: number): Promise<void> {
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
	await Promise.all([emit('review.requested', request, name), mailThem(task, question, reminder, name)]);
}

async function mailThem(task: EmailTask, question: Question, reminder: number, name: string): Promise<void> {
	const { number, kind, expiresAt } = question;
	const subject = task.state.draft?.subject ?? '';
	const reviewers = task.input.reviewers ?? [];
	if (reviewers.length === 0) return;
	const mail = { ...task.keyed, question: number, kind, subject, expiresAt, reminder };
	try {
		await startChild(mailReviewers, {
			workflowId: `mail/${task.keyed.taskId}/${workflowInfo().firstExecutionRunId}/${name}`,
			args: [reviewers.map((address, reviewer) => ({ ...mail, address, reviewer }))],
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}
