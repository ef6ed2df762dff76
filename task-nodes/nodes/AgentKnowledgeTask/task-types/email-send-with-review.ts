import { agentLocator } from '../fields/agent-locator';
import { connectionLocator } from '../fields/connection-locator';
import { cell, type Columns, recordsOf, type TaskParts } from './columns';
import {
	cc,
	content,
	deadline,
	follow,
	mailboxId,
	nobodyNotified,
	prompt,
	recipientName,
	remindAfter,
	resumeAutoReplies,
	reviewers,
	sessionId,
	subject,
	textFrom,
	to,
	unlessNone,
} from './email-fields';
import { emailSamples } from './samples/email';
import { given, type TaskType } from './task-type';

/** What a person decided last. Null: nobody decided yet, or nobody had to. */
const lastDecision = ({ result }: TaskParts) => recordsOf(result['decisions'])?.at(-1) ?? {};

const columns: Columns = {
	decision: (task) => cell(lastDecision(task)['action']),
	by: (task) => cell(lastDecision(task)['by']),
	note: (task) => cell(lastDecision(task)['note']),
	sessionId: ({ result }) => cell(result['sessionId']),
	deliveryId: ({ result }) => cell(result['deliveryId']),
};

export const emailSendWithReview: TaskType = {
	value: 'email-send-with-review',
	outputs: ['Sent', 'Not Sent'],
	columns,
	samples: emailSamples,
	fields: [agentLocator, to, subject, textFrom, content, prompt, reviewers],
	options: [
		...[cc, sessionId, deadline, follow, mailboxId, recipientName],
		...[nobodyNotified, remindAfter, resumeAutoReplies],
	],
	inputFields: {
		connection: connectionLocator,
		agentId: agentLocator,
		to,
		cc,
		subject,
		content,
		prompt,
		sessionId,
		name: recipientName,
		mailboxId,
		reviewers,
		resumeAutoReplies,
		remindAfterSeconds: remindAfter,
		deadlineSeconds: deadline,
		followSeconds: follow,
	},
	asksPerson: true,
	hasParts: true,
	readInput: (read) =>
		given({
			version: 1,
			agentId: read.locator(agentLocator),
			to: read.list(to),
			cc: unlessNone(read.list(cc)),
			subject: read.text(subject),
			...(read.choice(textFrom) === 'prompt' ? { prompt: read.text(prompt) } : { content: read.text(content) }),
			sessionId: read.optionalText(sessionId),
			name: read.optionalText(recipientName),
			mailboxId: read.optionalText(mailboxId),
			reviewers: unlessNone(read.list(reviewers)),
			remindAfterSeconds: read.optionalSeconds(remindAfter),
			deadlineSeconds: read.optionalSeconds(deadline),
			followSeconds: read.optionalSeconds(follow),
			resumeAutoReplies: read.flag(resumeAutoReplies),
		}),
	startsUnnotified: (read) => read.flag(nobodyNotified),
};
