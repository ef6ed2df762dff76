import type { TaskView } from '../../tasks';
import { eachActivities } from './activities';

const failed = (id: string, detail: string): TaskView => ({
	id,
	type: 'nightly-retrain',
	connection: 'acme',
	agentId: null,
	status: 'failed',
	stage: 'failed',
	progress: null,
	startedAt: '2026-11-20T00:00:00Z',
	closedAt: '2026-11-20T00:01:00Z',
	result: null,
	error: { type: 'internal', title: 'It failed', status: 500, detail, issues: [] },
});

/** @param detail of the failure of each task */
async function endsOf(count: number, detail: string) {
	let open = 0;
	let most = 0;
	const get = async (id: string) => {
		open += 1;
		most = Math.max(most, open);
		await Promise.resolve();
		open -= 1;
		return failed(id, detail);
	};
	const unasked = () => Promise.reject(new Error());
	const tasks = { get, start: unasked, cancel: unasked, isStopping: unasked };
	const activities = eachActivities({ tasks, connections: { matching: () => [] } });
	const ends = await activities.endsForConnections(
		Array.from({ length: count }, (_, number) => `nightly-retrain~${number}`),
	);
	return { ends, most };
}

test('the ends of thousands of tasks fit in a result, and are read some at a time', async () => {
	const { ends, most } = await endsOf(2_000, 'The words of the service. '.repeat(400));
	expect(ends).toHaveLength(2_000);
	expect(ends[0]).toMatchObject({
		status: 'not_done',
		message: expect.stringContaining('It failed: The words') as string,
	});
	// Temporal takes 2 MB.
	expect(JSON.stringify(ends).length).toBeLessThan(1_000_000);
	expect(most).toBeLessThanOrEqual(16);
});
