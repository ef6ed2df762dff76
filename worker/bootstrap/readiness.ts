import type { Connection } from '@temporalio/client';
import type { ReadinessCheck } from '../observability/serve-operations';
import type { ResponseLimits } from '../temporal/response-limits';
import type { ServingWorkers } from './run-workers';

export function temporalAnswers(
	temporalConnection: Connection,
	namespace: string,
	{ probe }: Pick<ResponseLimits, 'probe'>,
): ReadinessCheck {
	return {
		name: 'temporal',
		async check() {
			try {
				await temporalConnection.withDeadline(Date.now() + probe, () =>
					temporalConnection.workflowService.describeNamespace({ namespace }),
				);
			} catch (cause) {
				throw new Error('Temporal does not answer. Check that it runs and that temporal.address is right.', { cause });
			}
		},
	};
}

export function workerPolls(workers: ServingWorkers): ReadinessCheck {
	return {
		name: 'worker',
		check() {
			if (!workers.isPolling()) return Promise.reject(new Error('The worker of this process has stopped.'));
			if (workers.servesCalls()) return Promise.resolve();
			return Promise.reject(
				new Error('The workers of API calls could not be started. The log says why, and the process retries it.'),
			);
		},
	};
}
