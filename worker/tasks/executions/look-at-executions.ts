import { randomUUID } from 'node:crypto';
import type { Client } from '@temporalio/client';
import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import type { ExecutionState } from '../../../workflows/waits/activities';
import type { lookAtWait } from '../../../workflows/waits/look';
import { INTERNAL_QUEUE } from '../../../workflows/task-queues';
import { parseWaitId } from '../task-ids';
import { firstArgument } from '../task-input';
import type { ResponseLimits } from '../../temporal/response-limits';
import type { TaskView } from '../task-view';
import { readWait } from '../waits';
import type { Within } from '../within';
import { type LookedExecution, unnamed, type WaitNote } from './execution';
import { waitedWithin } from './within';

/** Executions of a task that are looked at: a flow that starts it again opens another wait. */
const MOST = 5;
/** Several readers share a look, and its answer for so long. In milliseconds. */
const KEPT_MS = 5_000;
const MOST_KEPT = 500;
const LOOK_ENDS_WITHIN = '30 seconds';

const waitSchema = z.object({ callbackUrl: z.string() });

/** Looks whether the executions that wait for a task still stand. */
export class ExecutionLooks {
	/** By the ids of waits. */
	readonly #looks = new LRUCache<string, Promise<ExecutionState>>({ max: MOST_KEPT });

	constructor(
		private readonly client: Client,
		private readonly limits: Pick<ResponseLimits, 'execution'>,
	) {}

	/**
	 * The newest execution that is known to wait for a task, or else the newest one: that one may have been stopped.
	 * A reader who may see none of them still learns that nobody waits.
	 * @returns null if none waited of which the reader is told
	 */
	async of({ waitedBy = [] }: Pick<TaskView, 'waitedBy'>, within?: Within): Promise<LookedExecution | null> {
		const seen = waitedWithin(within, waitedBy);
		return seen.length > 0 ? this.#newestOf(seen) : unnamed(await this.#newestOf(waitedBy));
	}

	async #newestOf(waits: readonly WaitNote[]): Promise<LookedExecution | null> {
		const notes = waits.slice(-MOST).toReversed();
		const looked = await Promise.all(
			notes.map(async (note) => ({ id: note.id, flow: note.flow, url: note.url, state: await this.#stateOf(note) })),
		);
		return looked.find(({ state }) => state === 'stands') ?? looked[0] ?? null;
	}

	/** Only of a node of ours, which waits for a POST: another program was promised one POST and nothing else. */
	#stateOf({ waitId, flow }: WaitNote): Promise<ExecutionState> {
		if (flow === null) return Promise.resolve('unknown');
		const known = this.#looks.get(waitId);
		if (known !== undefined) return known;
		const state: Promise<ExecutionState> = this.#lookInTime(waitId).finally(() => {
			this.#looks.set(waitId, state, { ttl: KEPT_MS });
		});
		this.#looks.set(waitId, state);
		return state;
	}

	/** Its time is its own: readers with other deadlines share it. */
	async #lookInTime(waitId: string): Promise<ExecutionState> {
		try {
			return await this.client.withDeadline(Date.now() + this.limits.execution, () => this.#look(waitId));
		} catch {
			return 'unknown';
		}
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
			workflowExecutionTimeout: LOOK_ENDS_WITHIN,
		});
	}
}
