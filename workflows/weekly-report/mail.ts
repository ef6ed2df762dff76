import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import {
	CancellationScope,
	ParentClosePolicy,
	patched,
	proxyActivities,
	startChild,
	WorkflowIdReusePolicy,
} from '@temporalio/workflow';
import { deliveryPriority, eventPauses, mailing } from '../task/delivery-options';
import { TIMING } from '../task/timing';
import type { ReportFileActivities, ReportMail } from './activities';

/**
 * Mails the report, in a workflow of its own: a mail server that is unavailable delays no task. A task mails its report
 * once, also if it is started again. A cancellation stops no mail that was begun.
 * @param run sent the mail in earlier versions, so that each run mailed the report
 */
export async function mailRecipients(
	addresses: readonly string[],
	{ run, ...report }: Required<Omit<ReportMail, 'address'>>,
): Promise<void> {
	if (addresses.length === 0) return;
	const isOfTask = patched('report-mailed-once');
	const mail = isOfTask ? report : { ...report, run };
	try {
		await CancellationScope.nonCancellable(() =>
			startChild(mailReports, {
				workflowId: `mail/${report.taskId}/${isOfTask ? '' : `${run}/`}report`,
				args: [addresses.map((address) => ({ ...mail, address }))],
				priority: deliveryPriority('event', report.taskId),
				parentClosePolicy: ParentClosePolicy.ABANDON,
				workflowIdReusePolicy: WorkflowIdReusePolicy.REJECT_DUPLICATE,
			}),
		);
	} catch (error) {
		if (!(error instanceof WorkflowExecutionAlreadyStartedError)) throw error;
	}
}

/** Retried for three days, as events are. */
const { mailReport } = proxyActivities<ReportFileActivities>(mailing(eventPauses(TIMING)));

/** Mails a report to each address. One failing address does not block the others. */
export async function mailReports(mails: ReportMail[]): Promise<void> {
	const sent = await Promise.allSettled(mails.map((mail) => mailReport(mail)));
	const failed = sent.find((each) => each.status === 'rejected');
	if (failed !== undefined) throw failed.reason;
}
