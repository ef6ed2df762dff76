import type { WorkflowHandle } from '@temporalio/client';
import { eventually, isThere } from '../../support/time/eventually';
import { type DecisionAction, emailInputSchema } from '../../../workflows/email/contract';
import type { MailDecision, MailView } from '../../../workflows/email/review-contract';
import type { DecisionResponse } from '../../../workflows/review/contract';
import type { EmailState } from '../../../workflows/email/task';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { ScriptedMail } from './scripted-mail';
import { useTimeSkipping } from './use-time-skipping';

export const DAY_SECONDS = 24 * 3600;

/** For each test a scripted service that mails, and a server that skips time. */
export function useMail() {
	let mail = new ScriptedMail();
	const mailsOf = (taskId: string) => mail.mails.filter((each) => each.taskId === taskId);
	const time = useTimeSkipping(() => {
		mail = new ScriptedMail();
		return { internal: { ...mail.internal }, api: { ...mail.api } };
	});

	return {
		get environment() {
			return time.environment;
		},
		get mail() {
			return mail;
		},
		/** What was sent to the reviewers of a task. */
		mailsOf,
		/** How often they had been reminded with each mail. */
		remindersOf: (taskId: string) => mailsOf(taskId).map(({ reminder }) => reminder),
		/**
		 * A mail that waits two weeks for a person.
		 * @param carried what an earlier history of it handed over
		 */
		async start(workflowId: string, more: object = {}, carried?: EmailState) {
			const reviewers = ['lead@team.example'];
			const input = mailInput({ reviewers, deadlineSeconds: 14 * DAY_SECONDS, ...more });
			return time.environment.client.workflow.start('emailSendWithReview', {
				workflowId,
				taskQueue: INTERNAL_QUEUE,
				args: [{ input, frozen: { keyVersion: 'k1', settleMs: 60_000 } }, carried],
			});
		},
	};
}

/** A mail to a customer. @param more what a test changes of it */
export function mailInput(more: object) {
	return emailInputSchema.parse({
		connection: 'c',
		agentId: 'a',
		to: ['ada@client.example'],
		subject: 'Your order',
		content: 'It is on its way.',
		...more,
	});
}

/** What a task asks, once it asks that many-th question. */
export async function open(task: WorkflowHandle, number = 1) {
	return eventually(
		async () => {
			const { question, draft } = await task.query<MailView>('review');
			return question === null || question.number < number ? null : { question, draft };
		},
		isThere,
		'the draft is sealed before the question is asked',
	);
}

export async function decide(
	task: WorkflowHandle,
	action: DecisionAction,
	hash: string,
	more: Partial<MailDecision> = {},
) {
	const request = {
		id: `${action} ${hash}`,
		action,
		hash,
		by: 'Lead',
		via: 'api',
		note: null,
		resumeAutoReplies: false,
	};
	return task.executeUpdate<DecisionResponse, [object]>('decide', { args: [{ ...request, ...more }] });
}

/** A task whose mail was approved as it is. */
export async function approved<Task extends WorkflowHandle>(task: Task): Promise<Task> {
	const { question } = await open(task);
	await decide(task, 'approve', question.hash);
	return task;
}
