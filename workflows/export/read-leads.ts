import { ActivityFailure, ApplicationFailure } from '@temporalio/common';
import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { taskFailure } from '../task/failure';
import { reportProgress } from '../task/progress';
import type { HeldLeads, LeadQuery, LeadsRead } from './activities';
import type { LeadExportInput } from './contract';
import { follow, STEP } from './place';
import { filterOf } from '../leads/filter';
import type { ExportTask, Reading } from './task';

/** Reads all leads of an agent into chunks. Continues as new in between where the history gets long. */
export async function readAgent(task: ExportTask, reading: Reading): Promise<void> {
	const reads = new ReadsAhead(task, reading);
	try {
		for (let ended = false; !ended;) {
			if (!workflowInfo().continueAsNewSuggested) reads.begin();
			else if (reads.isEmpty) await task.continueAsNew();
			ended = take(task, reading, await reads.next());
			if (ended || !reads.isInStep) await reads.drop();
			reportReading(task, reading);
		}
	} finally {
		await reads.stop();
	}
}

/** @returns whether the list has been read to its end */
function take({ state }: ExportTask, reading: Reading, read: LeadsRead): boolean {
	state.pages += read.pages;
	reading.total = read.total;
	reading.pagesAtOnce = read.pagesAtOnce;
	switch (follow(reading.place, read)) {
		case 'lost':
			throw listChanges(reading.agentId);
		case 'stepped-back':
			state.stepsBack += 1;
			return false;
		case 'followed':
			reading.readUpTo = read.ended ? read.total : read.nextOffset;
			reading.done = Math.max(reading.done, Math.min(reading.readUpTo, read.total));
			return read.ended;
	}
}

/** Reads that wait for their turn or are under way, so that the connection's queue never runs dry. Of one page each: */
const SINGLE_AT_ONCE = 3;
/** Of several pages each: so many that a busy server which answers late is asked in time. */
const PAGES_AT_ONCE = 30;
const FEWEST_AT_ONCE = 4;
const MOST_AT_ONCE = 6;
/** What more chunks hold is not noted: the state must fit into a history, below 2 MiB. */
const MOST_NOTED = 50_000;

/** A read of one page waits for its turn longer than it takes: there the fewest do. */
function readsAtOnce(pagesAtOnce: number): number {
	if (pagesAtOnce === 1) return SINGLE_AT_ONCE;
	return Math.min(MOST_AT_ONCE, Math.max(FEWEST_AT_ONCE, Math.ceil(PAGES_AT_ONCE / pagesAtOnce)));
}

type Outcome = { read: LeadsRead } | { error: unknown };

interface Ahead {
	offset: number;
	outcome: Promise<Outcome>;
}

/** The next reads of a list, in order, started before it is known whether each continues the previous one. */
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
		// After a step back the next offset is uncertain, so reading ahead would only cost time.
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

	/** Waits for all started reads. What they stored stays: the file has repeated leads only once. */
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

	private async outcomeOf(offset: number): Promise<Outcome> {
		const { input, state, read, run } = this.task;
		const chunk = state.chunks;
		state.chunks += 1;
		const request = {
			agentId: this.reading.agentId,
			file: { format: input.format, spreadsheet: input.spreadsheet },
			filter: queryOf(input, state.asOf),
			wanted: filterOf(input),
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

/** Each page already costs history events, so progress may be reported this often. */
const REPORT_EVERY_MS = 10_000;
const MINUTE_MS = 60_000;

/** Reports how far the reading is, at most every `REPORT_EVERY_MS`. */
export function reportReading({ state }: ExportTask, reading: Reading): void {
	const now = Date.now();
	if (now - state.toldAt < REPORT_EVERY_MS) return;
	state.toldAt = now;
	const { done } = reading;
	// Leads that were read and are deleted by now are no longer in the service's own count.
	const total = Math.max(reading.total ?? 0, done);
	const agents = state.agentIds?.length ?? 1;
	const agent = agents === 1 ? '' : `Agent ${state.agentsRead + 1} of ${agents}: `;
	reportProgress(state.progress, {
		message: `${agent}${count(done)} of ${count(total)} leads read${timeLeft(now - reading.since, done, total, agents > 1)}.${changes(state.stepsBack)}`,
		itemsDone: state.leadsBefore + done,
		itemsTotal: state.leadsBefore + total,
	});
}

/** Why it takes longer than it should. */
function changes(stepsBack: number): string {
	if (stepsBack === 0) return '';
	return ` The list changes during the export: ${count(stepsBack)} ${stepsBack === 1 ? 'page was' : 'pages were'} read again.`;
}

/** An estimate by the speed so far. */
function timeLeft(elapsedMs: number, done: number, total: number, ofSeveral: boolean): string {
	if (done === 0 || done >= total) return '';
	const minutes = Math.ceil(((elapsedMs / done) * (total - done)) / MINUTE_MS);
	return `, about ${minutes} min left${ofSeveral ? ' for this agent' : ''}`;
}

/** 12345 -> `12,345`. */
function count(leads: number): string {
	return leads.toLocaleString('en');
}

export function listChanges(agentId: string): Error {
	return taskFailure({
		type: 'list_changes_too_fast',
		title: 'The list of leads changes faster than it can be read',
		status: 409,
		detail: `Too many leads of agent ${agentId} were deleted while the task read them, so it restarted the list too often. Nothing was kept. Start the task again when fewer leads change, or for a shorter period.`,
	});
}

/** The service says that the agent does not exist, or that the key cannot access it. */
export function isGone(error: unknown): boolean {
	if (!(error instanceof ActivityFailure) || !(error.cause instanceof ApplicationFailure)) return false;
	const [details] = error.cause.details ?? [];
	return typeof details === 'object' && details !== null && 'status' in details && details.status === 404;
}

const DAY_MS = 24 * 3_600_000;

/** Which leads are wanted, with `lastDays` counted back from the day of `asOf` (ISO 8601 UTC), which is the last of them. */
export function queryOf({ startDate, endDate, lastDays, email }: LeadExportInput, asOf: string): LeadQuery {
	if (lastDays === undefined) return { startDate, endDate, email };
	const first = new Date(Date.parse(asOf) - (lastDays - 1) * DAY_MS);
	return { startDate: first.toISOString().slice(0, 10), endDate, email };
}
