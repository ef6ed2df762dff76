import { WorkflowExecutionAlreadyStartedError } from '@temporalio/common';
import { ParentClosePolicy, proxyActivities, startChild } from '@temporalio/workflow';
import { deliveryPriority, eventPauses, mailing } from '../task/delivery-options';
import { TIMING } from '../task/timing';
import type { ReportFileActivities, ReportMail } from './activities';

/** Mails the report, in a workflow of its own: a mail server that is unavailable delays no task. */
export async function mailRecipients(addresses: readonly string[], report: Omit<ReportMail, 'address'>): Promise<void> {
	if (addresses.length === 0) return;
	try {
		await startChild(mailReports, {
			workflowId: `mail/${report.taskId}/${report.run}/report`,
			args: [addresses.map((address) => ({ ...report, address }))],
			priority: deliveryPriority('event', report.taskId),
			parentClosePolicy: ParentClosePolicy.ABANDON,
		});
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
