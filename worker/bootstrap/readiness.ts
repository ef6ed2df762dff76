import type { Connection } from '@temporalio/client';
import type { ReadinessCheck } from '../observability/serve-operations';
import type { RunningWorkers } from '../temporal/running-workers';

/** Time limit for a response in milliseconds, because probes come often. */
const ANSWER_WITHIN_MS = 2_000;

export function temporalAnswers(temporalConnection: Connection, namespace: string): ReadinessCheck {
	return {
		name: 'temporal',
		async check() {
			try {
				await temporalConnection.withDeadline(Date.now() + ANSWER_WITHIN_MS, () =>
					temporalConnection.workflowService.describeNamespace({ namespace }),
				);
			} catch (cause) {
				throw new Error('Temporal does not answer. Check that it runs and that temporal.address is right.', { cause });
			}
		},
	};
}

export function workerPolls(workers: RunningWorkers): ReadinessCheck {
	return {
		name: 'worker',
		check: () =>
			workers.isPolling() ? Promise.resolve() : Promise.reject(new Error('The worker of this process has stopped.')),
	};
}
