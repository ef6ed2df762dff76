import { ApplicationFailure } from '@temporalio/common';
import { createHash } from 'node:crypto';
import { createTransport } from 'nodemailer';
import type { ReviewMail } from '../../../workflows/email/activities';
import type { Draft } from '../../../workflows/email/contract';
import type { ReviewLinks } from '../../tasks/reviews/review-links';

export interface MailSettings {
	smtpUrl: string;
	from: string;
}

/**
 * One mail to one reviewer. It holds the link and the subject alone: the text is on the page, which asks nobody but the
 * link. A repeat has the same Message-ID.
 */
export async function mailReviewer(
	mail: ReviewMail,
	links: ReviewLinks,
	settings: MailSettings | undefined,
): Promise<'mailed' | 'no-mail-server'> {
	if (settings === undefined) return 'no-mail-server';
	const { taskId, question, reviewer, reminder, kind, expiresAt, keyVersion, address, subject } = mail;
	const link = links.of({ taskId, question, reviewer, expiresAt, keyVersion });
	const what = kind === 'approval' ? 'Please review' : 'Was it sent?';
	const again = reminder > 0 ? 'Reminder: ' : '';
	const transport = createTransport(settings.smtpUrl);
	// Each call is told of its own failure.
	transport.on('error', () => undefined);
	try {
		await transport.sendMail({
			from: settings.from,
			to: address,
			subject: `${again}${what}: ${subject}`,
			text: textOf(kind, subject, link, expiresAt),
			messageId: `<${idOf([taskId, `${question}`, `${reviewer}`, `${reminder}`])}@agent-knowledge.invalid>`,
			headers: { 'Auto-Submitted': 'auto-generated' },
		});
	} catch (error) {
		throw mailFailure(error);
	} finally {
		transport.close();
	}
	return 'mailed';
}

function textOf(kind: ReviewMail['kind'], subject: string, link: string, expiresAt: number): string {
	const until = new Date(expiresAt).toUTCString();
	const lines =
		kind === 'approval'
			? [
					`The mail "${subject}" waits for your decision. Nothing is sent before a reviewer approves it.`,
					'Read it, change it, approve it or reject it here:',
				]
			: [
					`It is unknown whether the approved mail "${subject}" was sent.`,
					'Look at the conversation, and decide here:',
				];
	return [
		...lines,
		'',
		link,
		'',
		`The link works until ${until}, for one decision. Everyone with the link can decide, so do not forward it.`,
		'',
	].join('\n');
}

function idOf(parts: string[]): string {
	return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

/**
 * What is told of a mail that the mail server did not take: codes alone, as its answer holds the reviewer's address, and
 * nobody needs more. Final where the server refuses that address for good; everything else somebody may mend.
 */
export function mailFailure(error: unknown): ApplicationFailure {
	const [code, status, command] = ['code', 'responseCode', 'command'].map((field) => fieldOf(error, field));
	const codes = [code, status].filter((each) => typeof each === 'string' || typeof each === 'number');
	return ApplicationFailure.create({
		type: 'mail_not_taken',
		message: `The mail server did not take the mail to a reviewer: ${codes.join(', ') || 'it gave no code'}.`,
		details: typeof status === 'number' ? [{ status }] : [],
		nonRetryable: command === 'RCPT TO' && typeof status === 'number' && status >= 500,
	});
}

function fieldOf(error: unknown, field: string): unknown {
	return typeof error === 'object' && error !== null ? Reflect.get(error, field) : undefined;
}

interface SealedDraft extends Draft {
	agentId: string;
	mailboxId: string;
	sessionId: string | null;
}

/** SHA-256 over all that a person approves. */
export function draftHash({ agentId, mailboxId, sessionId, to, cc, subject, content }: SealedDraft): string {
	const parts = JSON.stringify([agentId, mailboxId, sessionId, to, cc, subject, content]);
	return createHash('sha256').update(parts).digest('base64url');
}
