import { onPackedPage } from '../../../worker/activities/lead-sync/activities';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { ScriptedLeads } from './scripted-leads';
import { ScriptedService } from './scripted-service';
import { type TimeSkipping, useTimeSkipping } from './use-time-skipping';

const HOUR_MS = 3_600_000;

const leads = new ScriptedLeads();
const looks: number[] = [];
const time: TimeSkipping = useTimeSkipping(() => ({
	internal: { ...new ScriptedService().internal },
	api: {
		syncPage: onPackedPage(async (page) => {
			looks.push(await time.environment.currentTimeMs());
			return leads.syncPage(page);
		}),
	},
}));

describe('a sync that looks every hour', () => {
	it('waits an hour after news in its own timer, and after nothing in the queue, without an event', async () => {
		const input = { version: 1, connection: 'c', agentId: 'hourly', destination: 'crm', intervalSeconds: 3600 };
		const sync = await time.environment.client.workflow.start('leadSync', {
			workflowId: 'hourly',
			taskQueue: INTERNAL_QUEUE,
			args: [{ input, frozen: { keyVersion: 'k1', settleMs: 60_000 } }],
		});
		await time.environment.sleep(24.5 * HOUR_MS);
		await sync.cancel();
		await expect(sync.result()).rejects.toMatchObject({ cause: { type: 'cancelled' } });
		const { events } = await sync.fetchHistory();
		expect(events?.length).toBeLessThan(75);
		expect(looks.length).toBeGreaterThanOrEqual(24);
		const hours = looks.map((look) => Math.round((look - (looks[0] ?? 0)) / HOUR_MS));
		expect(hours).toEqual(hours.map((_, index) => index));
	});
});
