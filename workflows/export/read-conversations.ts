import { CancellationScope, workflowInfo } from '@temporalio/workflow';
import { conversationOfInput } from '../leads/conversation';
import { inWords, timeLeft } from '../task/export-words';
import { enterStage, reportProgress } from '../task/progress';
import type { LeadConversationsRead, PartsOfRun, ReadLeadConversations } from './activities';
import { count } from './read-leads';
import { type ConversationReading, type ExportTask, mayReport } from './task';

/**
 * Reads that wait for their turn or are under way, so that the connection's queue does not run dry. Each makes several
 * attempts, and the server begins the next one about a second after the one before: so many keep up with 600 calls a
 * minute.
 */
const READS_AT_ONCE = 16;

type Request = Omit<ReadLeadConversations, 'run' | 'file' | 'wanted'>;
type Outcome = { request: Request } & ({ read: LeadConversationsRead } | { error: unknown });

/**
 * Reads the conversations of all leads that were read, if the input asks for them. Continues as new in between where the
 * history gets long.
 */
export async function readConversations(task: ExportTask): Promise<void> {
	const wanted = conversationOfInput(task.input);
	if (wanted === undefined) return;
	const { state, read, run, file } = task;
	enterStage(state.progress, 'conversations');
	const reading = (state.conversations ??= newConversationReading(state.chunks));
	const scope = new CancellationScope();
	const underWay = new Map<number, Promise<Outcome>>();
	const begin = (request: Request) => {
		const outcome = scope.run(() =>
			outcomeOf(request, () => read.readLeadConversations({ ...request, wanted, file, run })),
		);
		underWay.set(request.into, outcome);
	};
	try {
		for (;;) {
			for (let next = nextRequest(task, reading, underWay.size); next !== null;) {
				begin(next);
				next = nextRequest(task, reading, underWay.size);
			}
			if (underWay.size === 0) {
				if (reading.next >= reading.sources) return replace(task, reading);
				await task.continueAsNew();
			}
			const outcome = await Promise.race(underWay.values());
			underWay.delete(outcome.request.into);
			if ('error' in outcome) throw outcome.error;
			take(task, reading, outcome.request.into, outcome.read);
			report(task, reading);
		}
	} finally {
		// Cancels reads that still wait in the queue and waits for the others, so nothing is stored afterwards.
		scope.cancel();
		await CancellationScope.nonCancellable(() => Promise.all(underWay.values()));
	}
}

function newConversationReading(sources: number): ConversationReading {
	return { sources, next: 0, read: 0, missing: 0, since: Date.now() };
}

async function outcomeOf(request: Request, read: () => Promise<LeadConversationsRead>): Promise<Outcome> {
	try {
		return { request, read: await read() };
	} catch (error) {
		return { request, error };
	}
}

/** The next chunk that has leads; null if all are begun or no other read may begin now. */
function nextRequest({ state }: ExportTask, reading: ConversationReading, underWay: number): Request | null {
	if (underWay >= READS_AT_ONCE || workflowInfo().continueAsNewSuggested) return null;
	const { parts, attempts } = state;
	while (reading.next < reading.sources && !hasLeads(parts[reading.next])) reading.next += 1;
	const chunk = reading.next;
	if (chunk >= reading.sources) return null;
	reading.next += 1;
	const into = state.chunks;
	state.chunks += 1;
	const of = (number: number) => ({ chunk: number, attempt: attempts[number] ?? 1 });
	const before = parts.slice(0, chunk).findLastIndex(hasLeads);
	return { ...of(chunk), before: before === -1 ? null : of(before), into };
}

/** 0: it is not noted how many. */
function hasLeads(part: PartsOfRun[number] | undefined): boolean {
	return part !== undefined && part !== null && (part === 0 || part[0] > 0);
}

function take(task: ExportTask, reading: ConversationReading, into: number, read: LeadConversationsRead): void {
	count(task, into, read.attempt, read.held);
	reading.read += read.read;
	reading.missing += read.missing;
}

/** The file is made of the leads with their conversations. */
function replace({ state }: ExportTask, { sources }: ConversationReading): void {
	for (let chunk = 0; chunk < sources; chunk += 1) {
		if (!hasLeads(state.parts[chunk])) continue;
		state.attempts[chunk] = 0;
		state.parts[chunk] = null;
	}
}

function report({ state }: ExportTask, { read, missing, since }: ConversationReading): void {
	if (!mayReport(state)) return;
	const done = read + missing;
	const total = Math.max(done, state.leadsBefore);
	reportProgress(state.progress, {
		message: `The conversations of ${inWords(done)} of ${inWords(total)} leads are read${timeLeft(Date.now() - since, done, total)}.`,
		itemsDone: done,
		itemsTotal: total,
	});
}
