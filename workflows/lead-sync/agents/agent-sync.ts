import { condition } from '@temporalio/workflow';
import { isGone } from '../../list-reading/read-list';
import type { SyncOf } from '../activities';
import { CancellableWork } from '../../task/cancellable-work';
import type { AgentPart } from './agents-state';
import type { SharedSync } from './shared-sync';

/** The sync of one agent within a sync of several. It reads and brings its leads until all of them end. */
export abstract class AgentSync {
	protected readonly of: SyncOf;
	protected readonly work = new CancellableWork();
	private isCalled = false;

	constructor(
		protected readonly all: SharedSync,
		readonly part: AgentPart,
	) {
		const { connection, destination } = all.input;
		this.of = { connection, agentId: part.agentId, destination };
	}

	/** Does what is due next. It returns soon after `call`. */
	protected abstract step(): Promise<void>;

	/** @throws a failure that ends the whole sync */
	async run(): Promise<void> {
		while (!this.all.isEnding) {
			// Before anything is awaited: what changes meanwhile must be seen.
			this.isCalled = false;
			try {
				await this.step();
			} catch (error) {
				if (!isGone(error)) throw error;
				this.all.leave(this.part);
			}
		}
	}

	/** Something changed, so the next step may be another one. */
	call(): void {
		this.isCalled = true;
		this.work.cancel();
	}

	/** As `call`, without withdrawing a page that waits. */
	wake(): void {
		this.isCalled = true;
	}

	/** Whether it has something else to do than it waits for. */
	protected readonly mayStop = (): boolean => this.isCalled || this.all.isEnding;

	/** Waits until it is called. @param longestMs milliseconds; default: without a limit */
	protected async rest(longestMs?: number): Promise<void> {
		if (longestMs === undefined) await condition(this.mayStop);
		else await condition(this.mayStop, Math.max(1, longestMs));
	}

	/** As `rest`, and lets another agent read meanwhile. */
	protected async restOutOfTurn(): Promise<void> {
		this.all.passes.free(this.part.agentId);
		await this.rest();
	}

	/**
	 * Reads a page and enters it. Within a pass of several pages only some agents read at once: each pass adds to the
	 * state, which has to stay small.
	 * @returns null if it was called meanwhile
	 */
	protected async inTurn<Page>(read: () => Promise<Page>): Promise<Page | null> {
		const { part, all } = this;
		const { agentId } = part;
		if ((part.cursor?.pass ?? null) === null) all.passes.free(agentId);
		else if (!(await all.passes.take(agentId, this.mayStop))) return null;
		return this.work.run(read);
	}
}
