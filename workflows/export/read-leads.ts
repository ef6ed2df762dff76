import { filterOf } from '../leads/filter';
import { taskFailure } from '../task/failure';
import { inWords, timeLeft } from '../task/export-words';
import { daysOf, type Moments } from '../task/period';
import { reportProgress } from '../task/progress';
import type { Followed } from '../list-reading/place';
import { readList } from '../list-reading/read-list';
import type { HeldLeads, LeadQuery, LeadsRead } from './activities';
import type { LeadExportInput } from './contract';
import { type ExportTask, mayReport, type Reading } from './task';

/** Reads all leads of an agent into chunks. Continues as new in between where the history gets long. */
export async function readAgent(task: ExportTask, reading: Reading): Promise<void> {
	await readList(reading, {
		read: (offset) => readChunk(task, reading.agentId, offset),
		onRead: (read, followed) => {
			note(task, reading.agentId, read, followed);
		},
		report: () => {
			reportReading(task, reading);
		},
		continueAsNew: () => task.continueAsNew(),
	});
}

function note({ state }: ExportTask, agentId: string, { pages }: LeadsRead, followed: Followed): void {
	state.pages += pages;
	if (followed === 'lost') throw listChanges(agentId);
	if (followed === 'stepped-back') state.stepsBack += 1;
}

/** Reads pages and stores them under the number of a new chunk. */
async function readChunk(task: ExportTask, agentId: string, offset: number): Promise<LeadsRead> {
	const { input, state, read, run } = task;
	const chunk = state.chunks;
	state.chunks += 1;
	const { filter, moments } = queryOf(input, state);
	const request = {
		agentId,
		file: task.file,
		filter,
		...moments,
		wanted: filterOf(input),
		asOf: state.asOf,
		offset,
		chunk,
		run,
	};
	try {
		const answer = await read.readLeads(request);
		count(task, chunk, answer.attempt, answer.held);
		return answer;
	} catch (error) {
		count(task, chunk, 0, null);
		throw error;
	}
}

/** What more chunks hold is not noted: the state must fit into a history, below 2 MiB. */
const MOST_NOTED = 50_000;

/** Notes what a chunk holds. @param attempt 0: none @param held null: nothing */
export function count(
	{ state: { attempts, parts } }: ExportTask,
	chunk: number,
	attempt: number,
	held: HeldLeads | null,
): void {
	if (attempt !== 1) attempts[chunk] = attempt;
	// Reads end in any order.
	while (parts.length <= chunk) parts.push(null);
	if (held !== null) parts[chunk] = chunk < MOST_NOTED ? held : 0;
}

/** Reports how far the reading is, now and then. */
export function reportReading({ state }: ExportTask, reading: Reading): void {
	if (!mayReport(state)) return;
	const { done } = reading;
	// Leads that were read and are deleted by now are no longer in the service's own count.
	const total = Math.max(reading.total ?? 0, done);
	const agents = state.agentIds?.length ?? 1;
	const agent = agents === 1 ? '' : `Agent ${state.agentsRead + 1} of ${agents}: `;
	reportProgress(state.progress, {
		message: `${agent}${inWords(done)} of ${inWords(total)} leads read${left(Date.now() - reading.since, done, total, agents > 1)}.${changes(state.stepsBack)}`,
		itemsDone: state.leadsBefore + done,
		itemsTotal: state.leadsBefore + total,
	});
}

function left(elapsedMs: number, done: number, total: number, ofSeveral: boolean): string {
	const words = timeLeft(elapsedMs, done, total);
	return words !== '' && ofSeveral ? `${words} for this agent` : words;
}

/** Why it takes longer than it should. */
function changes(stepsBack: number): string {
	if (stepsBack === 0) return '';
	return ` The list changes during the export: ${inWords(stepsBack)} ${stepsBack === 1 ? 'page was' : 'pages were'} read again.`;
}

export function listChanges(agentId: string): Error {
	return taskFailure({
		type: 'list_changes_too_fast',
		title: 'The list of leads changes faster than it can be read',
		status: 409,
		detail: `Too many leads of agent ${agentId} were deleted while the task read them, so it restarted the list too often. Nothing was kept. Start the task again when fewer leads change, or for a shorter period.`,
	});
}

/** Which leads the service lists, and which of these are wanted by the moment of their capture. */
export function queryOf(
	input: LeadExportInput,
	{ asOf, period }: Pick<ExportTask['state'], 'asOf' | 'period'>,
): { filter: LeadQuery; moments: Moments } {
	const { from, until, ...days } = daysOf(input, asOf, period);
	return { filter: { ...days, email: input.email }, moments: { from, until } };
}
