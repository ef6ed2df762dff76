import type { KnowledgeSyncResult } from '../../../../../workflows/knowledge-sync/contract';
import type { PlanFile } from '../../../../../workflows/knowledge-sync/review-contract';
import { readTask } from '../../api/client';
import { GatewayError } from '../../api/gateway-error';
import { readTaskFile } from '../../api/knowledge';
import type { SetSync } from '../../api/types';
import { type Difference, differencesOf } from './difference';

/** What differed in a plan, as far as the gateway still has it. */
export type KnownDifferences =
	| { from: 'plan' | 'result'; differences: Difference[]; notShown: number }
	/** Only counts are left. */
	| { from: 'counts' };

/** By the task and the plan. What has ended does not change. */
const known = new Map<string, KnownDifferences>();

/** Reads the differences of a plan: with their texts, or else the rows of the result, or else nothing. */
export async function readDifferences({
	taskId,
	planHash,
}: Pick<SetSync, 'taskId' | 'planHash'>): Promise<KnownDifferences> {
	const key = `${planHash} ${taskId}`;
	const found = known.get(key) ?? (await read(taskId, planHash));
	// A sync is on record a moment before its task has a result.
	if (found.from !== 'counts') known.set(key, found);
	return found;
}

async function read(taskId: string, planHash: string): Promise<KnownDifferences> {
	const task = await orGone(() => readTask(taskId));
	const result = task?.result as Partial<KnowledgeSyncResult> | null | undefined;
	// A task that was started again keeps its id, and has made another plan.
	if (result?.planHash !== planHash) return { from: 'counts' };
	const { rows = [], rowsNotShown = 0, differences = null } = result;
	if (differences === null) return { from: 'plan', differences: differencesOf([], rows), notShown: 0 };
	const file = (await orGone(() => readTaskFile(taskId, differences.name))) as PlanFile | null;
	return file === null
		? { from: 'result', differences: differencesOf(null, rows), notShown: rowsNotShown }
		: { from: 'plan', differences: differencesOf(file.rows, rows), notShown: file.rowsNotShown };
}

/** Null: the gateway no longer has it. */
async function orGone<Value>(load: () => Promise<Value>): Promise<Value | null> {
	try {
		return await load();
	} catch (error) {
		if (error instanceof GatewayError && (error.status === 404 || error.status === 410)) return null;
		throw error;
	}
}
