import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { follow, type Followed, type ItemId, type PagesRead, type Place, STEP, top } from './place';

/** Pages of a list that were read and stored: ids only, the items never enter a history. */
export interface ListRead<Id extends ItemId> extends PagesRead<Id> {
	/** How many items the list has, as the service said last. */
	total: number;
	/** Pages that were read. */
	pages: number;
	/** How many pages one dispatch may read, by the connection's limit. */
	pagesAtOnce: number;
	/** Nothing that is wanted comes after the last page. */
	ended: boolean;
}

/** A list that is being read. Survives continue-as-new. */
export interface ListReading<Id extends ItemId> {
	place: Place<Id>;
	/** How many items the list has, as the service said last; null before the first page. */
	total: number | null;
	/** How many pages one dispatch reads. */
	pagesAtOnce: number;
	/** How many items come before the place up to which all is read. */
	readUpTo: number;
	/** How far it has ever come, for progress: a list that changes is read again further up. */
	done: number;
}

export function newListReading<Id extends ItemId>(): ListReading<Id> {
	return { place: top<Id>(), total: null, pagesAtOnce: 1, readUpTo: 0, done: 0 };
}

/** What a task does while it reads a list. */
export interface ListReader<Read> {
	/** Whether the end of the list is wanted, so that the next reads begin before this one has ended. Default: true */
	readonly readsAhead?: boolean;
	/** Reads and stores pages from an offset on. Several begin before the first has ended. */
	read(offset: number): Promise<Read>;
	/** Called for each read in the order of the list. @param followed whether it counts */
	onRead(read: Read, followed: Followed): void;
	/** Called when the state is complete but for reads under way, which may repeat. */
	report(): void;
	/** Called only if no read is under way. */
	continueAsNew(): Promise<never>;
}

/** Reads a whole list. Continues as new in between where the history gets long. */
export async function readList<Id extends ItemId, Read extends ListRead<Id>>(
	reading: ListReading<Id>,
	reader: ListReader<Read>,
): Promise<void> {
	const reads = new ReadsAhead(reading, reader);
	try {
		for (let ended = false; !ended;) {
			if (!workflowInfo().continueAsNewSuggested) reads.begin();
			else if (reads.isEmpty) await reader.continueAsNew();
			const read = await reads.next();
			const followed = take(reading, read);
			reader.onRead(read, followed);
			ended = followed === 'followed' && read.ended;
			if (ended || !reads.isInStep) await reads.drop();
			reader.report();
		}
	} finally {
		await reads.stop();
	}
}

function take<Id extends ItemId>(reading: ListReading<Id>, read: ListRead<Id>): Followed {
	reading.total = read.total;
	reading.pagesAtOnce = read.pagesAtOnce;
	const followed = follow(reading.place, read);
	if (followed === 'followed') {
		reading.readUpTo = read.ended ? read.total : read.nextOffset;
		reading.done = Math.max(reading.done, Math.min(reading.readUpTo, read.total));
	}
	return followed;
}

/** Reads that wait for their turn or are under way, so that the connection's queue never runs dry. Of one page each: */
const SINGLE_AT_ONCE = 3;
/** Of several pages each: so many that a busy server which answers late is asked in time. */
const PAGES_AT_ONCE = 30;
const FEWEST_AT_ONCE = 4;
const MOST_AT_ONCE = 6;

/** A read of one page waits for its turn longer than it takes: there the fewest do. */
function readsAtOnce(pagesAtOnce: number): number {
	if (pagesAtOnce === 1) return SINGLE_AT_ONCE;
	return Math.min(MOST_AT_ONCE, Math.max(FEWEST_AT_ONCE, Math.ceil(PAGES_AT_ONCE / pagesAtOnce)));
}

type Outcome<Read> = { read: Read } | { error: unknown };

interface Ahead<Read> {
	offset: number;
	outcome: Promise<Outcome<Read>>;
}

/** The next reads of a list, in order, started before it is known whether each continues the previous one. */
class ReadsAhead<Id extends ItemId, Read extends ListRead<Id>> {
	private readonly scope = new CancellationScope();
	private ahead: Array<Ahead<Read>> = [];

	constructor(
		private readonly reading: ListReading<Id>,
		private readonly reader: ListReader<Read>,
	) {}

	get isEmpty(): boolean {
		return this.ahead.length === 0;
	}

	/** Begins reads up to the end of the list, as far as that is known. */
	begin(): void {
		const { place, total, pagesAtOnce } = this.reading;
		let offset = place.offset;
		for (const { offset: begun } of this.ahead) offset = begun + pagesAtOnce * STEP;
		// After a step back the next offset is uncertain, so reading ahead would only cost time.
		const isSearching = place.stepsBack > 0;
		const isSingle = isSearching || this.reader.readsAhead === false;
		const most = total === null || isSingle ? 1 : readsAtOnce(pagesAtOnce);
		while (this.ahead.length < most && (this.isEmpty || offset < (total ?? 0))) {
			this.ahead.push({ offset, outcome: this.outcomeOf(offset) });
			offset += pagesAtOnce * STEP;
		}
	}

	/** The outcome of the read that was begun first. @throws what it failed with */
	async next(): Promise<Read> {
		const first = this.ahead.shift();
		if (first === undefined) throw new Error('No read was started.');
		const outcome = await first.outcome;
		if ('error' in outcome) throw outcome.error;
		return outcome.read;
	}

	/** Whether the next read begins where the reading is; it does not after a step back, or a read that ended early. */
	get isInStep(): boolean {
		const [first] = this.ahead;
		return first === undefined || first.offset === this.reading.place.offset;
	}

	/** Waits for all started reads. What they stored stays: a file has repeated items only once. */
	async drop(): Promise<void> {
		const dropped = this.ahead;
		this.ahead = [];
		await Promise.all(dropped.map(({ outcome }) => outcome));
	}

	/** Cancels reads that still wait in the queue and waits for the others, so nothing is stored afterwards. */
	async stop(): Promise<void> {
		this.scope.cancel();
		await CancellationScope.nonCancellable(() => this.drop());
	}

	private async outcomeOf(offset: number): Promise<Outcome<Read>> {
		try {
			return { read: await this.scope.run(() => this.reader.read(offset)) };
		} catch (error) {
			return { error };
		}
	}
}

/** The service says that the agent does not exist, or that the key cannot access it. */
export function isGone(error: unknown): boolean {
	if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return false;
	const [details] = error.cause.details ?? [];
	return typeof details === 'object' && details !== null && 'status' in details && details.status === 404;
}
