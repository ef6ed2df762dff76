import { proxyActivities } from '@temporalio/workflow';
import type { ReviewActivities, ReviewMail } from './activities';

/** A mail server that is away for a day is given up; the review page and the event are there all the same. */
const { mailReviewer } = proxyActivities<ReviewActivities>({
	startToCloseTimeout: '1 minute',
	scheduleToCloseTimeout: '1 day',
	retry: { initialInterval: '10 seconds', backoffCoefficient: 2, maximumInterval: '15 minutes' },
});

/** Mails everybody who is to decide. One address that fails holds up no other. */
export async function mailReviewers(mails: ReviewMail[]): Promise<void> {
	const sent = await Promise.allSettled(mails.map((mail) => mailReviewer(mail)));
	const failed = sent.find((each) => each.status === 'rejected');
	if (failed !== undefined) throw failed.reason;
}
