import { syncLagSeconds, syncOverdueSeconds } from './task-progress';
import type { TaskView } from './task-view';

const sync: TaskView = {
	id: 'lead-sync/1',
	type: 'lead-sync',
	connection: 'main',
	agentId: 'a',
	status: 'running',
	stage: 'syncing',
	progress: null,
	startedAt: '2026-01-01T00:00:00Z',
	closedAt: null,
	result: null,
	error: null,
};
const now = Date.parse('2026-01-01T01:00:00Z');

it('counts from the last moment at which everything was read, and before that from the start', () => {
	const progress = { message: '', upToDateAt: '2026-01-01T00:59:00Z', at: '2026-01-01T00:59:00Z' };
	expect(syncLagSeconds({ ...sync, progress }, now)).toBe(60);
	expect(syncLagSeconds(sync, now)).toBe(3600);
});

it('is overdue from the moment on at which it wanted to look', () => {
	const progress = { message: '', upToDateAt: '2025-12-31T00:00:00Z', at: '2025-12-31T00:00:00Z' };
	const next = (nextAt: string) => syncOverdueSeconds({ ...sync, progress: { ...progress, nextAt } }, now);
	expect(next('2026-01-01T02:00:00Z')).toBe(0);
	expect(next('2026-01-01T00:50:00Z')).toBe(600);
	expect(syncOverdueSeconds({ ...sync, progress }, now)).toBe(25 * 3600);
});

it('is overdue from the look on that was due while it is held up, though the next try is near', () => {
	const progress = { message: '', upToDateAt: '2025-12-31T00:00:00Z', at: '2026-01-01T00:58:00Z' };
	const held = { ...progress, dueAt: '2026-01-01T00:00:00Z', nextAt: '2026-01-01T01:03:00Z' };
	expect(syncOverdueSeconds({ ...sync, progress: held }, now)).toBe(3600);
});

it('is nothing that a task has which is no sync, or has ended', () => {
	expect(syncLagSeconds({ ...sync, type: 'lead-export' }, now)).toBeNull();
	expect(syncLagSeconds({ ...sync, status: 'cancelled' }, now)).toBeNull();
});
