import { Command } from 'commander';
import { fileText, listOf } from '../options';
import type { Terminal } from '../terminal';
import { numberOption } from './field-option';
import { addTaskOptions, type EveryField, runTask, type TaskOptions } from './run-task';

interface EmailOptions extends TaskOptions {
	agent: string;
	to: string[];
	cc?: string[];
	subject: string;
	text?: string;
	textFile?: string;
	prompt?: string;
	session?: string;
	name?: string;
	mailbox?: string;
	reviewers?: string[];
	remindAfter?: number;
	deadline: number;
	follow: number;
	resumeAutoReplies?: true;
}

type Duration = 'remindAfterSeconds' | 'deadlineSeconds' | 'followSeconds';

export function emailSendWithReviewCommand(terminal: Terminal): Command {
	const seconds = (field: Duration, flags: string, description: string) =>
		numberOption('email-send-with-review', field, flags, description);
	const command = new Command('email-send-with-review')
		.description('send an email after approval, and follow the delivery to every address')
		.requiredOption('--agent <id>', 'the agent whose mailbox sends')
		.requiredOption('--to <addresses>', 'recipients, separated by commas; with --cc at most 10', listOf)
		.option('--cc <addresses>', 'recipients of a copy, separated by commas', listOf)
		.requiredOption('--subject <text>', 'the subject')
		.option('--text <text>', 'the text')
		.option('--text-file <path>', 'a file with the text', fileText)
		.option('--prompt <text>', 'let the agent propose a text; uses one message credit')
		.option('--session <id>', 'the email conversation to reply in; default: a new one')
		.option('--name <text>', 'name of the first recipient, for a new conversation')
		.option('--mailbox <id>', "the mailbox that sends; default: the conversation's own, else the default sender")
		.option('--reviewers <addresses>', 'reviewers to notify by email, separated by commas', listOf)
		.addOption(
			seconds(
				'remindAfterSeconds',
				'--remind-after <seconds>',
				'remind them each time this number of seconds has passed',
			),
		)
		.addOption(seconds('deadlineSeconds', '--deadline <seconds>', 'how long a question waits for a person'))
		.addOption(seconds('followSeconds', '--follow <seconds>', 'how long the task follows the delivery'))
		.option('--resume-auto-replies', "resume the agent's own replies at the end")
		.action((options: EmailOptions) => runTask('email-send-with-review', inputOf(options), options, terminal));
	return addTaskOptions(command);
}

function inputOf(options: EmailOptions): EveryField<'email-send-with-review'> {
	const { connection, agent, to, cc, subject, prompt, session, name, mailbox, reviewers, remindAfter } = options;
	const content = options.text ?? options.textFile;
	return {
		version: 1,
		connection,
		agentId: agent,
		to,
		cc,
		subject,
		content,
		prompt,
		sessionId: session,
		name,
		mailboxId: mailbox,
		reviewers,
		remindAfterSeconds: remindAfter,
		deadlineSeconds: options.deadline,
		followSeconds: options.follow,
		resumeAutoReplies: options.resumeAutoReplies === true,
	};
}
