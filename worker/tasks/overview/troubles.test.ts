import type { Client } from '@temporalio/client';
import type { ListTasks } from '../task-service';
import type { TaskView } from '../task-view';
import { Troubles } from './troubles';

function sync(id: string, connection: string, stage: string): TaskView {
	return {
		id,
		type: 'lead-sync',
		connection,
		agentId: null,
		status: 'running',
		stage,
		progress: null,
		startedAt: '2026-11-20T00:00:00Z',
		closedAt: null,
		result: null,
		error: null,
	};
}

test('a blocked sync of a client is found behind more running syncs of others than a page has', async () => {
	const others = Array.from({ length: 150 }, (_, nth) => sync(`other-${nth}`, 'other', 'syncing'));
	const all = [...others, sync('own', 'acme', 'full')];
	const asked: ListTasks[] = [];
	const tasks = {
		get: () => Promise.reject(new Error('Nobody asks.')),
		list: (query: ListTasks) => {
			asked.push(query);
			const { type, within, limit } = query;
			const items = all.filter((each) => each.type === type && within?.includes(each.connection) !== false);
			return Promise.resolve({ items: items.slice(0, limit), nextPageToken: null });
		},
	};
	const troubles = new Troubles({ client: {} as Client, tasks, schedules: { list: () => Promise.resolve([]) } });
	expect((await troubles.syncs(['acme'])).map(({ id }) => id)).toEqual(['own']);
	const once = asked.length;
	await troubles.syncs(['acme']);
	expect(asked).toHaveLength(once);
	expect(await troubles.syncs(['nobody'])).toEqual([]);
});
