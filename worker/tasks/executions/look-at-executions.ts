import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ExecutionState } from '../../../workflows/waits/activities';
import type { lookAtWait } from '../../../workflows/waits/look';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { parseWaitId } from '../task-ids';
import { firstArgument } from '../task-input';
import type { TaskView } from '../task-view';
import { readWait } from '../waits';
import type { LookedExecution, WaitNote } from './execution';

/** Executions of a task that are looked at: a flow that starts it again opens another wait. */
const MOST = 5;
/** Several readers share a look. In milliseconds. */
const KEPT_MS = 5_000;
const MOST_KEPT = 500;
const LOOK_WITHIN = '30 seconds';

const waitSchema = z.object({ callbackUrl: z.string() });

/** Looks whether the executions that wait for a task still stand. */
export class ExecutionLooks {
	/** By the ids of waits. */
	readonly #looks = new LRUCache<string, Promise<ExecutionState>>({ max: MOST_KEPT, ttl: KEPT_MS });

	constructor(private readonly client: Client) {}

	/**
	 * The newest execution that waits for a task. It is stopped only if every other one is too.
	 * @returns null if none waited
	 */
	async of({ waitedBy = [] }: Pick<TaskView, 'waitedBy'>): Promise<LookedExecution | null> {
		const notes = waitedBy.slice(-MOST).toReversed();
		const [newest] = notes;
		if (newest === undefined) return null;
		const states = await Promise.all(notes.map((note) => this.#stateOf(note)));
		const { id, flow, url } = newest;
		const isStopped = states.includes('stopped') && !states.includes('stands');
		return { id, flow, url, state: isStopped ? 'stopped' : (states[0] ?? 'unknown') };
	}

	#stateOf({ waitId }: WaitNote): Promise<ExecutionState> {
		const known = this.#looks.get(waitId);
		if (known !== undefined) return known;
		const state = this.#look(waitId).catch(() => 'unknown' as const);
		this.#looks.set(waitId, state);
		return state;
	}

	/** Only of a wait that runs: n8n was called back for any other one, or a newer one has its place. */
	async #look(waitId: string): Promise<ExecutionState> {
		const ids = parseWaitId(waitId);
		const found = ids === null ? null : await readWait(this.client, ids.workflowId);
		if (ids === null || found?.memo.waitId !== waitId || found.info.status.name !== 'RUNNING') return 'unknown';
		const { workflowId } = ids;
		const wait = waitSchema.parse(await firstArgument(this.client, { workflowId, runId: found.info.runId }));
		return this.client.workflow.execute<typeof lookAtWait>('lookAtWait', {
			workflowId: `look-at-wait/${randomUUID()}`,
			taskQueue: INTERNAL_QUEUE,
			args: [wait.callbackUrl],
			workflowExecutionTimeout: LOOK_WITHIN,
		});
	}
}
