import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { isCancellation } from '@temporalio/workflow';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import { wasCancelled } from '../task/run-task';
import type { DeliveryReport, FollowDelivery } from './activities';
import type { EmailResult } from './contract';
import type { Approved, EmailTask } from './task';

/** `unreadable`: the service refuses for good to show the delivery. */
type FollowEnd = Exclude<DeliveryReport['reason'], 'progress'> | 'unreadable';

/** Follows a queued mail until every address has an outcome, or until that needs a person or is impossible. */
export async function followDelivery(task: EmailTask, { to, cc }: Approved, deliveryId: string): Promise<FollowEnd> {
	const { state, input } = task;
	enterStage(state.progress, 'following');
	reportProgress(state.progress, { message: `Queued as delivery ${deliveryId}; no address has an outcome yet.` });
	for (;;) {
		const report = await reportOn(task, {
			agentId: input.agentId,
			sessionId: state.sessionId ?? '',
			deliveryId,
			addresses: [...to, ...cc],
			since: state.queuedAt,
			until: state.queuedAt + input.followSeconds * 1000,
			reportFrom: reportFrom(state.progress),
			reported: state.outcomes.length,
		});
		if (report === null) return 'unreadable';
		state.outcomes = report.outcomes;
		const message = `${report.outcomes.length} of ${to.length + cc.length} addresses have an outcome.`;
		reportProgress(state.progress, { message });
		if (report.reason === 'failed' || report.reason === 'time-over') state.detail = detailOf(report);
		if (report.reason !== 'progress') return report.reason;
		await task.continueAsNewIfSuggested();
	}
}

/** Null if the service refuses it for good. That must not fail a task whose email was sent: a new task would repeat it. */
async function reportOn({ looks, state }: EmailTask, follow: FollowDelivery): Promise<DeliveryReport | null> {
	try {
		return await looks.followDelivery(follow);
	} catch (error) {
		if (!(error instanceof ActivityFailure) || wasCancelled(error)) throw error;
		const { message } = error.cause ?? error;
		state.detail = `The email was queued, but the service does not show its delivery: ${message}`;
		return null;
	}
}

function detailOf({ reason, status, error }: DeliveryReport): string {
	const ended = reason === 'failed' ? 'The delivery failed as a whole.' : 'The time to follow the delivery has passed.';
	return error ? `${ended} The service says: ${status ?? 'no status'}: ${error}` : ended;
}

/** A teammate's reply paused the agent's own replies. Resumes them if the input or a decision requires it. */
export async function resumeReplies({ state, input, retryingProxy }: EmailTask): Promise<EmailResult['autoReplies']> {
	const asked = state.resumeAutoReplies;
	if (!asked || state.sessionId === null) return { asked, resumed: false, detail: null };
	enterStage(state.progress, 'resuming');
	try {
		await retryingProxy.resumeReplies(input.agentId, state.sessionId);
		return { asked, resumed: true, detail: null };
	} catch (error) {
		// The email was sent. The result holds the service's error.
		if (!(error instanceof ActivityFailure) || isCancellation(error)) throw error;
		const { cause } = error;
		return { asked, resumed: false, detail: cause instanceof ApplicationFailure ? cause.message : String(cause) };
	}
}
