import { activityInfo, Context } from '@temporalio/activity';
import { temporal } from '@temporalio/proto';
import type { WatchTraining } from '../../../workflows/retrain/activities';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const service = new ScriptedService();
const failures: unknown[] = [];
const workers = useWorkers({
	internal: { ...service.internal },
	connections: {
		c: {
			...service.api,
			async watchTraining(watch: WatchTraining) {
				// Neither a heartbeat nor a result, like a look that a stopping worker was given and dropped.
				if (activityInfo().attempt === 1) return Context.current().cancelled;
				const [pending] = (await workers.client.workflow.getHandle('lost').describe()).raw.pendingActivities ?? [];
				failures.push(pending?.lastFailure?.timeoutFailureInfo?.timeoutType);
				return service.api.watchTraining(watch);
			},
		},
	},
});

it('a look that a worker was given and dropped is missed by its heartbeats, and repeated', async () => {
	const input = { version: 1, connection: 'c', agentId: 'quick', waitUntil: 'finished', ifActive: 'adopt' };
	const task = await workers.client.workflow.start('retrainAndWait', {
		workflowId: 'lost',
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
	expect(await task.result()).toMatchObject({ audit: { postAttempts: 1 } });
	expect(failures[0]).toBe(temporal.api.enums.v1.TimeoutType.TIMEOUT_TYPE_HEARTBEAT);
});
