import type { Connection } from '@temporalio/client';
import proto from '@temporalio/proto';
import { NAMESPACE } from '../../../../scripts/temporal/namespace.mjs';
import { GRPC, grpcCodeOf } from '../../../../worker/temporal/grpc-code';
import type { Run } from './runs';

const { PENDING_ACTIVITY_STATE_STARTED } = proto.temporal.api.enums.v1.PendingActivityState;

/** Runs of which a worker has a call in its hands, as the server knows it. @param identity the worker's */
export async function runsHeldBy(identity: string, runs: readonly Run[], temporal: Connection): Promise<Set<Run>> {
	const held = new Set<Run>();
	await Promise.all(
		runs.map(async (run) => {
			for (const workflowId of run.workflowIds()) if (await holds(identity, workflowId, temporal)) held.add(run);
		}),
	);
	return held;
}

async function holds(identity: string, workflowId: string, { workflowService }: Connection): Promise<boolean> {
	if (workflowId === '') return false;
	try {
		const { pendingActivities } = await workflowService.describeWorkflowExecution({
			namespace: NAMESPACE,
			execution: { workflowId },
		});
		return pendingActivities.some(
			({ state, lastWorkerIdentity }) => state === PENDING_ACTIVITY_STATE_STARTED && lastWorkerIdentity === identity,
		);
	} catch (error) {
		if (grpcCodeOf(error) === GRPC.notFound) return false;
		throw error;
	}
}
