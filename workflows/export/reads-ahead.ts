import { CancellationScope } from '@temporalio/workflow';
import type { HeldLeads, LeadsRead } from './activities';
import type { ExportTask } from './export-task';
import { filterOf } from './period';
import { STEP } from './place';
import type { Reading } from './state';

/** Reads that wait for their turn or are under way, so that the connection's queue never runs dry: at least so many, */
const AT_ONCE = 3;
/** and of several pages each, so many that a busy server which answers late is asked in time. */
const PAGES_AT_ONCE = 30;
const MOST_AT_ONCE = 6;
/** What more chunks hold is not noted: the state must fit into a history, below 2 MiB. */
const MOST_NOTED = 50_000;

/** A read of one page waits for its turn longer than it takes: there the fewest do. */
function readsAtOnce(pagesAtOnce: number): number {
	if (pagesAtOnce === 1) return AT_ONCE;
	return Math.min(MOST_AT_ONCE, Math.max(AT_ONCE, Math.ceil(PAGES_AT_ONCE / pagesAtOnce)));
}

type Outcome = { read: LeadsRead } | { error: unknown };

interface Ahead {
	offset: number;
	outcome: Promise<Outcome>;
}

/** The next reads of a list, in its order, begun before it is known whether each follows on the one before. */
export class ReadsAhead {
	private readonly scope = new CancellationScope();
	private ahead: Ahead[] = [];

	constructor(
		private readonly task: ExportTask,
		private readonly reading: Reading,
	) {}

	get isEmpty(): boolean {
		return this.ahead.length === 0;
	}

	/** Begins reads up to the end of the list, as far as that is known. */
	begin(): void {
		const { place, total, pagesAtOnce } = this.reading;
		let offset = place.offset;
		for (const { offset: begun } of this.ahead) offset = begun + pagesAtOnce * STEP;
		// Whoever steps back does not know where to read on: what were read ahead would be read again, and costs time.
		const isSearching = place.stepsBack > 0;
		const most = total === null || isSearching ? 1 : readsAtOnce(pagesAtOnce);
		while (this.ahead.length < most && (this.isEmpty || offset < (total ?? 0))) {
			this.ahead.push({ offset, outcome: this.outcomeOf(offset) });
			offset += pagesAtOnce * STEP;
		}
	}

	/** The outcome of the read that was begun first. @throws what it failed with */
	async next(): Promise<LeadsRead> {
		const first = this.ahead.shift();
		if (first === undefined) throw new Error('No read was begun.');
		const outcome = await first.outcome;
		if ('error' in outcome) throw outcome.error;
		return outcome.read;
	}

	/** Whether the next read begins where the reading is; it does not after a step back, or a read that ended early. */
	get isInStep(): boolean {
		const [first] = this.ahead;
		return first === undefined || first.offset === this.reading.place.offset;
	}

	/** Waits for all that was begun. What they stored stays: leads that come twice are in the file once. */
	async drop(): Promise<void> {
		const dropped = this.ahead;
		this.ahead = [];
		await Promise.all(dropped.map(({ outcome }) => outcome));
	}

	/** Takes back what still waits for its turn, and waits for the rest, so that nothing is stored afterwards. */
	async stop(): Promise<void> {
		this.scope.cancel();
		await CancellationScope.nonCancellable(() => this.drop());
	}

	private async outcomeOf(offset: number): Promise<Outcome> {
		const { input, state, read, run } = this.task;
		const chunk = state.chunks;
		state.chunks += 1;
		const request = {
			agentId: this.reading.agentId,
			filter: filterOf(input, state.asOf),
			asOf: state.asOf,
			offset,
			chunk,
			run,
		};
		try {
			const answer = await this.scope.run(() => read.readLeads(request));
			this.count(chunk, answer.attempt, answer.held);
			return { read: answer };
		} catch (error) {
			this.count(chunk, 0, null);
			return { error };
		}
	}

	/** @param attempt 0: none @param held null: nothing */
	private count(chunk: number, attempt: number, held: HeldLeads | null): void {
		const { attempts, parts } = this.task.state;
		if (attempt !== 1) attempts[chunk] = attempt;
		// Reads end in any order.
		while (parts.length <= chunk) parts.push(null);
		if (held !== null) parts[chunk] = chunk < MOST_NOTED ? held : 0;
	}
}
