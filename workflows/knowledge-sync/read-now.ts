import type { Followed } from '../list-reading/place';
import { newListReading, readList } from '../list-reading/read-list';
import { inWords } from '../task/export-words';
import { taskFailure } from '../task/failure';
import { enterStage, reportFrom, reportProgress } from '../task/progress';
import type { ItemList, ItemsRead, PlanSet } from './activities';
import { type KnowledgeSyncTask, type Listing, newReading, type TextReading } from './task';

/**
 * Reads what the agent has: its lists, each to its end, and the texts that the set owns or names. A list that cannot be
 * read whole fails the task, so that nothing is planned from a half.
 */
export async function readNow(task: KnowledgeSyncTask): Promise<void> {
	const { reading } = task.state;
	enterStage(task.progress, 'reading');
	for (const list of task.state.rows?.lists ?? []) {
		if (reading.listed.includes(list)) continue;
		reading.listing ??= { list, ...newListReading<number>() };
		await readListOf(task, reading.listing);
		reading.listed.push(list);
		reading.listing = null;
	}
	if (reading.listed.includes('sources')) await readTexts(task);
}

/** Begins anew: what was read is old. */
export function forgetReading({ state }: KnowledgeSyncTask): void {
	state.reading = newReading(state.chunks);
}

/** What was read, for the plan. */
export function readParts({ state: { reading, chunks } }: KnowledgeSyncTask): Pick<PlanSet, 'items' | 'texts'> {
	const { from, attempts, texts } = reading;
	return {
		items: { from, to: chunks, attempts },
		texts: texts === null ? null : { found: texts.found, spans: texts.spans },
	};
}

async function readListOf(task: KnowledgeSyncTask, listing: Listing): Promise<void> {
	await readList(listing, {
		read: (offset) => readChunk(task, listing.list, offset),
		onRead: (_read, followed) => {
			throwIfLost(listing.list, followed);
		},
		report: () => {
			report(task, listing);
		},
		continueAsNew: () => task.continueAsNew(),
	});
}

async function readChunk(task: KnowledgeSyncTask, list: ItemList, offset: number): Promise<ItemsRead> {
	const { state, input, run, lists } = task;
	const chunk = state.chunks;
	const { attempts } = state.reading;
	state.chunks += 1;
	try {
		const answer = await lists.readItems({ agentId: input.agentId, list, offset, chunk, ...wholeOf(task), run });
		if (answer.attempt !== 1) attempts[chunk] = answer.attempt;
		return answer;
	} catch (error) {
		attempts[chunk] = 0;
		throw error;
	}
}

/** An export needs what the items say. */
function wholeOf({ isFromAgent }: KnowledgeSyncTask): { whole?: true } {
	return isFromAgent ? { whole: true } : {};
}

const NAMES: Readonly<Record<ItemList, string>> = { pairs: 'Q&A pairs', sources: 'sources' };

function throwIfLost(list: ItemList, followed: Followed): void {
	if (followed !== 'lost') return;
	throw taskFailure({
		type: 'list_changes',
		title: 'The list changes too fast',
		status: 409,
		detail: `The ${NAMES[list]} of the agent changed faster than they can be read. Nothing was changed. Start the task again when nobody else changes them.`,
	});
}

/** Reads texts one call each. A connection with a high limit reads several in a dispatch. */
async function readTexts(task: KnowledgeSyncTask): Promise<void> {
	const { state, input, run, of, sets, lists } = task;
	const { rows, reading } = state;
	if (rows === null) return;
	if (reading.texts === null) {
		const chunk = state.chunks;
		state.chunks += 1;
		const items = { from: reading.from, to: chunk, attempts: reading.attempts };
		reading.attempts[chunk] = 0;
		const stored = { attempt: rows.attempt, rows: rows.rows };
		const { texts: count, attempt } = await sets.findTexts({
			of,
			rows: stored,
			items,
			chunk,
			...(task.isFromAgent ? { all: true as const } : {}),
			run,
		});
		reading.texts = { found: { chunk, attempt }, count, next: 0, atOnce: 1, spans: [] };
	}
	const { texts } = reading;
	while (texts.next < texts.count) {
		await task.continueAsNewIfSuggested();
		const from = texts.next;
		const to = Math.min(texts.count, from + texts.atOnce);
		const { next, atOnce, attempt } = await lists.readTexts({
			agentId: input.agentId,
			found: texts.found,
			span: [from, to],
			...wholeOf(task),
			run,
		});
		texts.spans.push({ from, attempt });
		texts.next = next;
		texts.atOnce = atOnce;
		reportTexts(task, texts);
	}
}

function reportTexts({ progress }: KnowledgeSyncTask, { next, count }: TextReading): void {
	if (Date.now() < reportFrom(progress)) return;
	reportProgress(progress, { message: `${inWords(next)} of ${inWords(count)} texts of the agent read.` });
}

function report({ progress }: KnowledgeSyncTask, { list, done, total }: Listing): void {
	if (Date.now() < reportFrom(progress)) return;
	const all = Math.max(total ?? 0, done);
	reportProgress(progress, { message: `${inWords(done)} of ${inWords(all)} ${NAMES[list]} of the agent read.` });
}
