import { eventually } from '../../support/time/eventually';
import { notYet } from '../../../worker/temporal/not-yet';
import type { BulkActivities, BulkLane, RowAt } from '../../../workflows/bulk-action/activities';
import { type BulkActionResult, bulkActionInputSchema } from '../../../workflows/bulk-action/contract';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { recordHistory } from '../replay/record-history';
import { frozen } from './frozen';
import { ScriptedService } from './scripted-service';
import { useWorkers } from './use-workers';

/** Rows of two connections, whose tasks run until the test ends them. */
class ScriptedRows {
	lanes: BulkLane[] = [];
	readonly acted: string[] = [];
	/** Rows whose tasks run now. */
	readonly running = new Set<string>();
	/** The most that ran at once, by lane. */
	readonly most = new Map<number, number>();
	endsAtOnce = true;
	/** Every attempt on a row fails, and the next one would come so much later. In milliseconds; 0: none fails. */
	failsForMs = 0;
	/** How often a task that runs was looked at. */
	looks = 0;

	readonly activities: BulkActivities = {
		freezeRows: () => Promise.resolve(this.lanes),
		actOnRow: ({ lane, row }) => {
			this.acted.push(keyOf({ lane, row }));
			if (this.failsForMs > 0) return Promise.reject(notYet('Temporal refuses it.', this.failsForMs));
			if (row === 3) return Promise.resolve({ status: 'refused', runs: false });
			this.running.add(keyOf({ lane, row }));
			const own = [...this.running].filter((key) => key.startsWith(`${lane}.`)).length;
			this.most.set(lane, Math.max(own, this.most.get(lane) ?? 0));
			return Promise.resolve({ status: 'done', runs: true });
		},
		awaitRow: (at) => {
			this.looks += 1;
			if (!this.endsAtOnce) return Promise.reject(notYet('It runs.', 50));
			this.running.delete(keyOf(at));
			return Promise.resolve();
		},
		reportRows: ({ action, target, lanes }) => {
			const total = lanes.reduce((sum, { rows }) => sum + rows, 0);
			const refused = this.acted.filter((key) => key.endsWith('.3')).length;
			const done = this.acted.length - refused;
			const counts = { done, refused, gone: 0, not_started: total - done - refused };
			return Promise.resolve({ version: 1, action, target, counts, rows: [], rowsNotShown: 0, file: null });
		},
	};
}

const MORE_THAN_A_WEEK_MS = 8 * 24 * 3_600_000;

function keyOf({ lane, row }: RowAt): string {
	return `${lane}.${row}`;
}

let scripted = new ScriptedRows();
const activities: BulkActivities = {
	freezeRows: (request) => scripted.activities.freezeRows(request),
	actOnRow: (request) => scripted.activities.actOnRow(request),
	awaitRow: (at) => scripted.activities.awaitRow(at),
	reportRows: (request) => scripted.activities.reportRows(request),
};
const workers = useWorkers({
	continueAsNewAt: 40,
	internal: { ...new ScriptedService().internal, ...activities },
	connections: {},
});
beforeEach(() => {
	scripted = new ScriptedRows();
});

function start(workflowId: string, atOnce: number) {
	const input = bulkActionInputSchema.parse({ action: 'retry', status: 'failed', atOnce });
	return workers.client.workflow.start('bulkAction', {
		workflowId,
		taskQueue: INTERNAL_QUEUE,
		args: [{ input, frozen }],
	});
}

const describedNow = (workflowId: string) => workers.client.workflow.getHandle(workflowId).describe();

describe('the paths of bulk-action', () => {
	it('acts on each row once, a limited number at once of each connection, over several histories', async () => {
		scripted.lanes = [
			{ connection: 'one', rows: 12 },
			{ connection: 'two', rows: 3 },
		];
		const task = await start('bulk-all', 2);
		const first = (await describedNow('bulk-all')).runId;
		const { counts } = (await task.result()) as BulkActionResult;
		expect(counts).toEqual({ done: 14, refused: 1, gone: 0, not_started: 0 });
		expect(new Set(scripted.acted).size).toBe(15);
		expect(scripted.acted).toHaveLength(15);
		expect([...scripted.most.values()].every((most) => most <= 2)).toBe(true);
		expect((await describedNow('bulk-all')).runId).not.toBe(first);
		await recordHistory(workers.client, 'bulk-all', 'bulk-action.v1.all');
	});

	it('holds the turn of a row while its task runs', async () => {
		scripted.lanes = [{ connection: 'one', rows: 4 }];
		scripted.endsAtOnce = false;
		const task = await start('bulk-turns', 2);
		await eventually(() => scripted.acted.length === 2, Boolean, 'Two rows');
		await eventually(() => scripted.looks >= 6, Boolean, 'each task is looked at several times');
		expect(scripted.acted.toSorted()).toEqual(['0.0', '0.1']);
		scripted.endsAtOnce = true;
		expect(((await task.result()) as BulkActionResult).counts).toMatchObject({ done: 3, refused: 1 });
		expect(scripted.acted).toHaveLength(4);
	});

	it('begins no further row after a cancellation, and says what was not started', async () => {
		scripted.lanes = [{ connection: 'one', rows: 5 }];
		scripted.endsAtOnce = false;
		const task = await start('bulk-cancelled', 2);
		await eventually(() => scripted.acted.length === 2, Boolean, 'Two rows');
		await task.cancel();
		await expect(task.result()).rejects.toMatchObject({
			cause: {
				type: 'cancelled',
				message: expect.stringContaining('2 of 5 tasks were retried, 3 not started') as string,
				details: [{ type: 'cancelled' }, { counts: { done: 2, refused: 0, gone: 0, not_started: 3 } }],
			},
		});
		expect(scripted.acted).toHaveLength(2);
		await recordHistory(workers.client, 'bulk-cancelled', 'bulk-action.v1.cancelled');
	});

	it('ends in words if a row cannot be acted on for more than a week', async () => {
		scripted.lanes = [{ connection: 'one', rows: 1 }];
		scripted.failsForMs = MORE_THAN_A_WEEK_MS;
		const task = await start('bulk-stuck', 1);
		await expect(task.result()).rejects.toMatchObject({
			cause: {
				type: 'step_timed_out',
				message: expect.stringContaining(
					'actOnRow did not succeed in time. Its last error: Temporal refuses it.',
				) as string,
			},
		});
	});
});
