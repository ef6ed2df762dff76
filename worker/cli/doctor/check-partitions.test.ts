import type { Client } from '@temporalio/client';
import { checkPartitions } from './check-temporal';

function client(partitions: () => Promise<object[]>): Client {
	return {
		options: { namespace: 'default' },
		workflowService: {
			listTaskQueuePartitions: async () => ({ activityTaskQueuePartitions: await partitions() }),
		},
	} as unknown as Client;
}

test('one partition is as it should be', async () => {
	expect(
		await checkPartitions(
			client(() => Promise.resolve([{}])),
			'api',
		),
	).toMatchObject({ status: 'ok', todo: null });
});

test('several partitions are a warning, with the settings that make it one', async () => {
	expect(
		await checkPartitions(
			client(() => Promise.resolve([{}, {}, {}, {}])),
			'api',
		),
	).toMatchObject({
		name: 'queue api (partitions)',
		status: 'warn',
		detail: expect.stringMatching(/^4: calls come in bursts/) as string,
		todo: expect.stringContaining('matching.numTaskqueueReadPartitions') as string,
	});
});

test('partitions that cannot be read are a warning', async () => {
	const unread = client(() => Promise.reject(new Error('not permitted')));
	expect(await checkPartitions(unread, 'api')).toMatchObject({
		status: 'warn',
		detail: 'The partitions cannot be read: not permitted',
	});
});
