import { Client } from '@temporalio/client';
import { waitUntil } from '../../scripts/processes/wait-until.mjs';
import { repeatAbortedUpdates } from '../../worker/temporal';
import { NOTE_REQUEST } from '../../workflows/task/visibility';
import { INTERNAL_QUEUE } from '../../workflows/task-queues';
import { ScriptedLeads } from './scripted-leads';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

const leads = new ScriptedLeads();
const workers = useWorkers({
	continueAsNewAt: 10_000,
	internal: { ...new ScriptedService().internal },
	connections: { c: { syncPage: leads.syncPage, syncLead: leads.syncLead } },
});

/**
 * A workflow cannot begin a new history while a signal has just arrived: the server fails the workflow task, and aborts
 * the update that was in it.
 */
it('an update that was aborted with its workflow task is sent again', async () => {
	const workflowId = 'flooded';
	await workers.client.workflow.start('leadSync', {
		...{ workflowId, taskQueue: INTERNAL_QUEUE },
		args: [
			{
				input: { version: 1, connection: 'c', agentId: 'one-refused', destination: 'crm', intervalSeconds: 3600 },
				frozen: { keyVersion: 'k1', settleMs: 50 },
			},
		],
	});
	const handle = workers.client.workflow.getHandle(workflowId);
	const refused = () => handle.query<unknown[]>('refused-leads');
	await waitUntil('A refused lead', async () => ((await refused()).length === 1 ? true : null));

	let isFlooded = true;
	const attempts: string[] = [];
	const { connection, options } = workers.client;
	const client = new Client({
		...{ connection, namespace: options.namespace },
		interceptors: {
			workflow: [
				repeatAbortedUpdates,
				{
					async startUpdate(input, next) {
						try {
							const started = await next(input);
							attempts.push('accepted');
							return started;
						} catch (error) {
							attempts.push('aborted');
							isFlooded = false;
							throw error;
						}
					},
				},
			],
		},
	});
	const flood = Array.from({ length: 20 }, async () => {
		while (isFlooded) await handle.signal(NOTE_REQUEST, 'cancelledBy', 'a digest', 'another run');
	});

	const update = client.workflow.getHandle(workflowId).executeUpdate('forget-leads', { args: [{ leadIds: [7] }] });
	await Promise.all([update, ...flood]);

	expect(await update).toBe(0);
	expect(attempts.at(-1)).toBe('accepted');
	expect(attempts.length).toBeGreaterThan(1);
	expect(await refused()).toEqual([]);
	await handle.terminate();
});
