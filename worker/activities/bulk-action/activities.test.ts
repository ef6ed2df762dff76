import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MockActivityEnvironment } from '@temporalio/testing';
import { z } from 'zod';
import { Problem } from '../../problems/problem';
import { openBlobs } from '../../storage/blobs';
import { Buckets } from '../../storage/buckets';
import { blobsSchema } from '../../storage/settings';
import { bulkActivities, type BulkServices } from './activities';
import { StoredRows } from './stored-rows';

const TASK = 'bulk-action~one';
const directory = mkdtempSync(join(tmpdir(), 'agent-knowledge-bulk-'));
const blobs = openBlobs(blobsSchema.parse({ directory }));
afterAll(() => rmSync(directory, { recursive: true }));

const never = () => Promise.reject(new Error('Nothing else is asked.'));

/** Acts on one row, whose attempt fails. */
async function attemptAt(attempt: number, error: Error) {
	const services: BulkServices = {
		tasks: { get: never, list: never, start: never, cancel: never },
		schedules: { get: never, list: never, pause: never, resume: never },
		retries: { find: () => Promise.reject(error), start: never, failedItems: never },
		actions: { act: never },
		connections: { matching: () => [] },
		names: { find: never },
		resend: never,
	};
	const rows = new StoredRows(blobs.store, TASK);
	await rows.freeze([{ id: 'lead-export~a', type: 'lead-export', connection: 'main', agentId: null }]);
	const workflowExecution = { workflowId: TASK, runId: 'run' };
	const environment = new MockActivityEnvironment({ attempt, workflowExecution });
	const activities = bulkActivities(services, blobs, new Buckets({}));
	const at = { lane: 0, row: 0 };
	const acted = await environment.run(() => activities.actOnRow({ action: 'retry', target: 'tasks', ...at }));
	return { acted, reason: (await rows.end(at))?.reason };
}

const unreadable = new z.ZodError([]);
const noWorker = new Problem({ type: 'no_worker', title: 'No worker', status: 503, detail: 'Start one.' });

test('a row that fails each time ends in words, so that the task ends', async () => {
	await expect(attemptAt(1, noWorker)).rejects.toBe(noWorker);
	expect(await attemptAt(6, noWorker)).toMatchObject({ acted: { status: 'refused' }, reason: { type: 'no_worker' } });
	await expect(attemptAt(6, unreadable)).rejects.toBe(unreadable);
	expect(await attemptAt(14, unreadable)).toMatchObject({
		acted: { status: 'refused', runs: false },
		reason: { type: 'outcome_unknown', title: 'It may have been done or not' },
	});
});
