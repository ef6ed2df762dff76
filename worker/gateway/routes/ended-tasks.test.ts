import type { TaskView } from '../../tasks';
import { inMemoryTasks } from '../testing/in-memory-tasks';
import { useTestGateway } from '../testing/test-gateway';

const { serve } = useTestGateway();

const AT = '2026-11-21T10:00:00.000Z';
const CLOSED = '2026-11-21T11:00:00.000Z';
const start = { type: 'add-sources', idempotencyKey: 'key', input: { agentId: 'a' } } as const;
const WAITING = 'Waiting for a training run to end. Training (crawling): 3 of 9 pages.';

/** What a list and a read say of a task that ended like this. */
async function shown(end: Partial<TaskView>) {
	const memory = inMemoryTasks();
	const list = async () => {
		const { items } = await memory.list({});
		return { items: items.map((task) => ({ ...task, result: null, error: null })), nextPageToken: null };
	};
	const tasks = { ...memory, list };
	const gateway = serve({ tasks });
	const { id } = await tasks.start(start);
	const progress = {
		message: WAITING,
		itemsDone: 1,
		itemsTotal: 2,
		itemsFailed: 0,
		nextAt: AT,
		dueAt: AT,
		problem: { type: 'down', title: 'Down', detail: 'It is down.' },
		at: AT,
	};
	Object.assign(await tasks.get(id), { progress, closedAt: CLOSED, ...end });
	const read = await gateway.ask({ url: `/v1/tasks/${encodeURIComponent(id)}` });
	const listed = await gateway.ask({ url: '/v1/tasks' });
	return { read: read.body, listed: listed.body };
}

const error = { type: 'agent_gone', title: 'The agent is gone', status: 404, detail: 'It was deleted.', issues: [] };

it.each<[string, Partial<TaskView>, string, string]>([
	[
		'completed',
		{ status: 'completed', stage: 'completed', result: { version: 7 } },
		'It has completed.',
		'cannot be read',
	],
	['failed', { status: 'failed', stage: 'failed', error }, 'It failed.', 'The agent is gone: It was deleted.'],
	['ran out of time', { status: 'timed_out', stage: 'timed_out' }, 'Its time ran out.', 'Its time ran out.'],
	['was terminated', { status: 'failed', stage: 'waiting' }, 'It failed.', 'It failed.'],
	['was cancelled before it could say more', { status: 'cancelled', stage: 'adding' }, 'cancelled', 'cancelled'],
])('a task that %s shows how it ended, and nothing of the time when it ran', async (_how, end, inList, alone) => {
	const { read, listed } = await shown(end);
	expect(JSON.stringify([read, listed])).not.toMatch(/Waiting for|Down|nextAt|dueAt/);
	const counts = { itemsDone: 1, itemsTotal: 2, itemsFailed: 0, at: CLOSED };
	const progress = (words: string) => ({ ...counts, message: expect.stringContaining(words) as string });
	expect(read).toMatchObject({ progress: progress(alone) });
	expect(listed).toMatchObject({ items: [{ progress: progress(inList) }] });
});

it('a retrain that completed names the pages that failed, and where their reasons are', async () => {
	const pages = { message: 'It trains.', pagesTotal: 14, pagesCompleted: 13, pagesFailed: 1, at: AT };
	const { listed } = await shown({ status: 'completed', stage: 'completed', progress: pages });
	const message = 'It has completed: 13 of 14 pages, 1 failed. The sources of the agent name them and the reasons.';
	expect(listed).toMatchObject({ items: [{ progress: { message } }] });
});

it('a cancelled task keeps the sentence that it ended with', async () => {
	const message = '1 of 2 sources indexed, 1 not started.';
	const { read, listed } = await shown({ status: 'cancelled', stage: 'cancelled', progress: { message, at: AT } });
	expect(read).toMatchObject({ progress: { message } });
	expect(listed).toMatchObject({ items: [{ progress: { message } }] });
});

it('a task that runs shows what it does', async () => {
	const { read } = await shown({ status: 'running', closedAt: null });
	expect(read).toMatchObject({
		progress: { message: WAITING, nextAt: AT },
		outcome: null,
		succeeded: null,
		reason: null,
	});
});
