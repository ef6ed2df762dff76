import type { Client } from '@temporalio/client';
import pino from 'pino';
import { reportPartitions } from './queue-pace';

const LOG: string[] = [];
const log = pino({ level: 'info' }, { write: (line: string) => void LOG.push(line) });

afterEach(() => {
	LOG.splice(0);
});

test.each([
	[1, 0],
	[4, 1],
])('a queue with %i partitions leads to %i warnings', async (count, warnings) => {
	const activityTaskQueuePartitions = Array.from({ length: count }, () => ({}));
	const workflowService = { listTaskQueuePartitions: () => Promise.resolve({ activityTaskQueuePartitions }) };
	await reportPartitions({ options: { namespace: 'default' }, workflowService } as unknown as Client, 'api', log);
	expect(LOG).toHaveLength(warnings);
	expect(LOG.join('')).toMatch(count === 1 ? /^$/ : /"partitions":4.*matching.numTaskqueueReadPartitions/);
});
