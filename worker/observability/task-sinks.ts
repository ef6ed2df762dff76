import type { InjectedSinks } from '@temporalio/worker';
import type { TaskSinks } from '../../workflows/telemetry/sinks';
import type { Metrics } from './metrics';

/** Takes what the workflows say of their beginning and end, and of what could not be delivered. */
export function taskSinks(metrics: Metrics): InjectedSinks<TaskSinks> {
	return {
		tasks: {
			started: {
				fn: (_info, task, connection) => {
					metrics.taskStarted(task, connection);
				},
			},
			ended: {
				fn: (_info, task, connection, outcome, uncertain) => {
					metrics.taskEnded(task, connection, outcome, uncertain);
				},
			},
		},
		deliveries: {
			givenUp: {
				fn: (_info, kind) => {
					metrics.delivery(kind, 'given_up');
				},
			},
		},
	};
}
