import { ApplicationFailure } from '@temporalio/common';
import { addSourcesResultSchema } from '../../../workflows/add-sources/contract';
import type { AddResponse, SourceActivities } from '../../../workflows/add-sources/activities';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { ScriptedService } from './scripted-service';
import { ScriptedSources } from './scripted-sources';
import { useTimeSkipping } from './use-time-skipping';

const HOUR_MS = 3_600_000;

const error = { type: 'x', title: 'X', status: 503, detail: 'It is unavailable.', issues: [] };
const NO_CONNECTION: AddResponse = { outcome: 'not-sent', error, retryAfterMs: null };

let sent = 0;

const time = useTimeSkipping(() => {
	sent = 0;
	return { internal: { ...new ScriptedService().internal }, api: { ...temporarilyUnavailableService() } };
});

/** The first request finds it unavailable. */
function temporarilyUnavailableService(): SourceActivities {
	const { sources } = new ScriptedSources();
	let backAt = 0;
	const now = () => time.environment.currentTimeMs();
	const isUnavailable = async () => (await now()) < backAt;
	return {
		...sources,
		findSources: async (find) => {
			if (await isUnavailable()) throw ApplicationFailure.retryable('No connection.', 'connection_refused');
			return sources.findSources(find);
		},
		addSource: async (agentId, source) => {
			sent += 1;
			if (sent === 1) backAt = (await now()) + HOUR_MS;
			return (await isUnavailable()) ? NO_CONNECTION : sources.addSource(agentId, source);
		},
	};
}

describe('a service that is unavailable for an hour', () => {
	it('is retried in the activity queue, which adds no events to the history', async () => {
		const sources = [{ type: 'text', title: 'ok', content: 'All is well.' }];
		const input = { version: 1, connection: 'c', agentId: 'a', sources, ifPresent: 'skip' };
		const task = await time.environment.client.workflow.start('addSources', {
			workflowId: 'away',
			taskQueue: INTERNAL_QUEUE,
			args: [{ input, frozen: { keyVersion: 'k1', settleMs: 10_000 } }],
		});
		const { rows } = addSourcesResultSchema.parse(await task.result());
		expect(rows).toMatchObject([{ status: 'indexed', audit: { postAttempts: 1 } }]);
		expect(sent).toBe(2);
		expect((await task.describe()).historyLength).toBeLessThan(80);
	});
});
