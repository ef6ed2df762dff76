import type { Client, WorkflowExecutionDescription } from '@temporalio/client';
import { ApplicationFailure, defaultDataConverter, toPayloads } from '@temporalio/common';
import { NOT_YET } from '../../workflows/task/failure';
import { pendingProgress, syncLagSeconds, syncOverdueSeconds } from './task-progress';
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

describe('a call that waits for its turn', () => {
	const converter = defaultDataConverter;
	const client = { options: { loadedDataConverter: converter, namespace: 'n' } } as unknown as Client;
	const reported = { message: 'Up to date.', itemsDone: 3, nextAt: '2025-12-29T00:05:00Z', at: '2025-12-29T00:00:00Z' };
	const notYet = (message: string, ...details: unknown[]) =>
		ApplicationFailure.create({ type: NOT_YET, message, details });
	const waits = notYet('The sync waits because 13 others write to crm.');

	async function progressOf(failures: ApplicationFailure[], notes: object) {
		const pendingActivities = failures.map((failure) => ({
			lastFailure: converter.failureConverter.errorToFailure(failure, converter.payloadConverter),
			heartbeatDetails: { payloads: toPayloads(converter.payloadConverter, notes) },
			scheduledTime: { seconds: now / 1000 + 5, nanos: 0 },
			lastAttemptCompleteTime: { seconds: now / 1000, nanos: 0 },
		}));
		const description = { raw: { pendingActivities } } as unknown as WorkflowExecutionDescription;
		return pendingProgress(client, description, reported);
	}

	const notes = { delivered: [], blockedSince: null, isBlockageReported: false };

	it('says so, and keeps what the sync noted about its last look', async () => {
		const looked = { ...notes, upToDateAt: now - 300_000, dueAt: now };
		const progress = await progressOf([waits], looked);
		expect(progress).toEqual({
			message: 'The sync waits because 13 others write to crm.',
			itemsDone: 3,
			at: '2026-01-01T01:00:00.000Z',
			upToDateAt: '2026-01-01T00:55:00.000Z',
			dueAt: '2026-01-01T01:00:00.000Z',
			nextAt: '2026-01-01T01:00:05.000Z',
		});
		// The last look that found a lead was three days ago.
		expect(syncOverdueSeconds({ ...sync, progress }, now)).toBe(0);
	});

	it('is behind another one that reports its progress', async () => {
		const other = { message: '3 of 7 pages', at: '2026-01-01T01:00:00Z' };
		const progress = await progressOf([waits, notYet(other.message, other)], notes);
		expect(progress).toEqual(other);
	});
});
