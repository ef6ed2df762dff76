import { EventEmitter, once } from 'node:events';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { testGateway, type TestGateway } from '../testing/test-gateway';

const start = {
	type: 'retrain-and-wait',
	idempotencyKey: 'key',
	input: { agentId: 'a' },
} as const;

async function pollFor(gateway: TestGateway, id: string, signal?: AbortSignal) {
	return gateway.ask({ url: `/v1/tasks/${encodeURIComponent(id)}?wait=60`, ...(signal && { signal }) });
}

/** Tasks that tell when somebody begins and when somebody ceases to wait. */
function watchedTasks() {
	const tasks = inMemoryTasks();
	const events = new EventEmitter();
	const waiting = once(events, 'waiting');
	const ceased = once(events, 'ceased');
	const waitFor: typeof tasks.waitFor = async (id, timeoutMs, signal) => {
		signal?.addEventListener('abort', () => events.emit('ceased'));
		const answer = tasks.waitFor(id, timeoutMs, signal);
		events.emit('waiting');
		return answer;
	};
	return { tasks: { ...tasks, waitFor }, waiting, ceased };
}

test('is answered when the task ends', async () => {
	const { tasks, waiting } = watchedTasks();
	const gateway = await testGateway({ tasks });
	const { id } = await tasks.start(start);
	const polled = pollFor(gateway, id);
	await waiting;
	tasks.end(id);
	expect((await polled).body).toMatchObject({ status: 'completed' });
});

test('is given up when the client goes away', async () => {
	const { tasks, waiting, ceased } = watchedTasks();
	const gateway = await testGateway({ tasks });
	const { id } = await tasks.start(start);
	const gone = new AbortController();
	const polled = pollFor(gateway, id, gone.signal);
	await waiting;
	gone.abort();
	await expect(polled).rejects.toThrow(/abort/);
	await expect(ceased).resolves.toEqual([]);
});

test('is answered when the gateway stops', async () => {
	const { tasks, waiting } = watchedTasks();
	const gateway = await testGateway({ tasks });
	const { id } = await tasks.start(start);
	const polled = pollFor(gateway, id);
	await waiting;
	await gateway.close();
	expect((await polled).body).toMatchObject({ status: 'running' });
});
