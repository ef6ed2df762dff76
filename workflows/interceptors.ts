import type { WorkflowInterceptorsFactory } from '@temporalio/workflow';
import { interceptors as boundedSends } from './task/bounded-sends';
import { interceptors as deliveries } from './telemetry/count-deliveries';
import { interceptors as tasks } from './telemetry/count-tasks';
import { interceptors as traces } from './telemetry/trace-tasks';

/** All interceptors of the workflows, in the order in which a call passes them. Part of the bundle. */
export const interceptors: WorkflowInterceptorsFactory = () => {
	const all = [boundedSends, tasks, deliveries, traces].map((of) => of());
	return {
		inbound: all.flatMap(({ inbound = [] }) => inbound),
		outbound: all.flatMap(({ outbound = [] }) => outbound),
	};
};
