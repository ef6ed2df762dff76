import type { DeliveryReport } from '../ports';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { EmailTask } from './email-task';
import type { Approved } from './state';

/** Follows a queued mail until every address has an outcome, or until that needs a person or the time is over. */
export async function followDelivery(
	task: EmailTask,
	{ to, cc }: Approved,
	deliveryId: string,
): Promise<DeliveryReport['reason']> {
	const { state, input } = task;
	enterStage(state.progress, 'following');
	reportProgress(state.progress, { message: `Queued as delivery ${deliveryId}; nothing is delivered yet.` });
	for (;;) {
		const report = await task.patient.followDelivery({
			agentId: input.agentId,
			sessionId: state.sessionId ?? '',
			deliveryId,
			addresses: [...to, ...cc],
			since: state.queuedAt,
			until: state.queuedAt + input.followSeconds * 1000,
			reportFrom: reportFrom(state.progress),
			reported: state.outcomes.length,
		});
		state.outcomes = report.outcomes;
		const message = `${report.outcomes.length} of ${to.length + cc.length} addresses have an outcome.`;
		reportProgress(state.progress, { message });
		if (report.reason !== 'progress') return report.reason;
		await task.continueAsNewIfSuggested();
	}
}
