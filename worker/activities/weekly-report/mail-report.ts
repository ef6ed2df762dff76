import { buffer } from 'node:stream/consumers';
import { ApplicationFailure } from '@temporalio/common';
import { eventPauses } from '../../../workflows/task/delivery-options';
import { TIMING } from '../../../workflows/task/timing';
import { MAIL_OUTCOME_UNKNOWN } from '../../../workflows/task/failure';
import type { ReportMail } from '../../../workflows/weekly-report/activities';
import { MAIL_BYTES, reportPage } from '../../reports/page';
import { plainReport } from '../../reports/plain-report';
import { type Report, reportSchema } from '../../reports/report';
import { onlyAgent, titleOf } from '../../reports/words';
import { type BlobStore, fileKey } from '../../storage/blobs';
import { mailLine } from '../../webhooks/notices/plain-text';
import type { PageLinks } from '../../webhooks/notices/notice';
import { mailRecipients, outcomeUnknown } from '../events/mail-recipients';
import type { Receivers } from '../events/receivers';
import type { Mail, MailSettings } from '../mail/send-mail';

export interface ReportMailing {
	store: BlobStore;
	links: Pick<PageLinks, 'task'>;
	/** Default: mails wait for a mail server. */
	mail: MailSettings | undefined;
	receivers: Receivers;
}

/**
 * Mails a report to one address, as HTML and as plain text. Its Message-ID comes from the task and the address, so a
 * mailbox knows a repeat.
 * @throws ApplicationFailure that is retried, or is final if the address was refused for good or the outcome is unknown
 */
export async function mailReport(
	{ taskId, run, report: file, address }: ReportMail,
	{ store, links, mail: settings, receivers }: ReportMailing,
): Promise<'mailed'> {
	if (settings === undefined)
		throw ApplicationFailure.retryable(
			'This worker has no mail server. Set mail.smtpUrl and mail.from in its configuration, and restart it.',
			'no_mail_server',
		);
	const report = await readReport(store, taskId, file);
	const content = mailOf(report, links.task(taskId));
	const key = [taskId, ...(run === undefined ? [] : [run]), 'report'];
	const mailTo = (to: string): Mail => ({ ...content, to, id: [...key, to.toLowerCase()] });
	const mails = {
		recipients: [address],
		mailTo,
		recipient: 'a recipient',
		pauses: settings.pauses ?? eventPauses(TIMING),
	} as const;
	const [settled] = await mailRecipients(mails, settings, receivers);
	if (settled === 'taken') return 'mailed';
	throw settled === 'refused'
		? ApplicationFailure.nonRetryable('The mail server refused the address of a recipient for good.', 'mail_not_taken')
		: ApplicationFailure.nonRetryable(
				`${outcomeUnknown(1, 1)} The mail server got the report twice and confirmed neither. Look into its log.`,
				MAIL_OUTCOME_UNKNOWN,
			);
}

/** The contents of the mail. @param link the page of the task */
export function mailOf(report: Report, link: string): Pick<Mail, 'subject' | 'text' | 'html'> {
	return {
		subject: mailLine(titleOf({ ...report, agent: onlyAgent(report) })),
		text: plainReport(report, link, mailLine),
		html: reportPage(report, { plain: mailLine, link, most: MAIL_BYTES }),
	};
}

async function readReport(store: BlobStore, taskId: string, name: string): Promise<Report> {
	const blob = await store.open(fileKey(taskId, name));
	if (blob === null)
		throw ApplicationFailure.nonRetryable(
			'The report is no longer kept (blobs.keepExportsHours), so it cannot be mailed. Start the report again.',
			'report_expired',
		);
	return reportSchema.parse(JSON.parse((await buffer(blob.content)).toString()));
}
