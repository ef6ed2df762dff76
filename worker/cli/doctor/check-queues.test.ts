import type { Client } from '@temporalio/client';
import { now } from '../../../test/support/time/moments';
import { polledForCalls } from '../../pacing';
import { checkQueues } from './check-temporal';

const connection = { baseUrl: 'https://agents.example.com', apiKey: 'k', requestsPerMinute: 60, shareOfLimit: 0.97 };

/**
 * A server on which workers poll these queues; null: it does not respond.
 * @param looked called before each look at a queue
 */
function clientOf(polled: readonly string[] | null, looked: (queue: string) => void = () => undefined): Client {
	const pollers = [{ lastAccessTime: { seconds: now().getTime() / 1000 } }];
	const describeTaskQueue = ({ taskQueue: { name } }: { taskQueue: { name: string } }) => {
		looked(name);
		return polled === null
			? Promise.reject(new Error('no response'))
			: Promise.resolve({ pollers: polled.includes(name) ? pollers : [] });
	};
	const listTaskQueuePartitions = () => Promise.resolve({ activityTaskQueuePartitions: [{}] });
	const workflowService = { describeTaskQueue, listTaskQueuePartitions };
	return { options: { namespace: 'default' }, workflowService } as unknown as Client;
}

async function checksOf(polled: readonly string[] | null, fairness: 'auto' | boolean) {
	const client = clientOf(polled);
	const config = { connections: { main: connection }, temporal: { fairness } } as unknown as Parameters<
		typeof checkQueues
	>[1];
	const checks = await checkQueues(client, config, await polledForCalls(client, ['main']));
	return new Map(checks.map((check) => [check.name, check]));
}

test.each([
	['auto', 'queue api (calls of all connections)'],
	[true, 'queue api (calls of all connections)'],
	[false, 'queue api:main (calls)'],
] as const)('before the first worker starts with fairness %s, only its queue is missing', async (fairness, queue) => {
	const checks = await checksOf([], fairness);
	expect(checks.get(queue)).toMatchObject({
		status: 'fail',
		todo: expect.stringContaining('Start a worker') as string,
	});
	expect([...checks.keys()].filter((name) => name === 'temporal fairness')).toEqual([]);
});

test('workers that poll a queue for each connection although one is wanted are a finding', async () => {
	const checks = await checksOf(['agent-knowledge', 'api:main'], true);
	expect(checks.get('temporal fairness')?.status).toBe('warn');
});

test('a server that does not respond says nothing about fairness', async () => {
	expect(await polledForCalls(clientOf(null), ['main'])).toBeNull();
	expect((await checksOf(null, true)).has('temporal fairness')).toBe(false);
});

test('workers that still try out the server are waited for', async () => {
	const polled = ['agent-knowledge'];
	let looks = 0;
	// By looks, because time may pass between any two of them: one at once, one after it was seen that workers run.
	const client = clientOf(polled, (queue) => {
		if (queue === 'api' && (looks += 1) === 3) polled.push('api');
	});
	expect(await polledForCalls(client, ['main'])).toBe('shared');
	expect(looks).toBe(3);
});
