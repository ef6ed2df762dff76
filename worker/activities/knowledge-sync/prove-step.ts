import { z } from 'zod';
import type { ApiClient, Passage, QaPair } from '../../../api';
import type { ProveStep, StepsToProve, StepToProve } from '../../../workflows/knowledge-sync/activities';
import type { Step } from '../../../workflows/knowledge-sync/plan';
import { itemKey } from '../../../workflows/knowledge-sync/row-key';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import type { Timing } from '../../../workflows/task/timing';
import { notYet } from '../../temporal/not-yet';
import { apiFailure } from '../task/failure';
import { isSameText } from './content-digest';
import { endedStepSchema } from './part-schemas';
import { partOf, type StoredParts } from './stored-parts';
import { readRow, readStep } from './stored-steps';

/** Searches of one change, after which it is not proven. */
const MOST_LOOKS = 5;
/** The service's limit. Passages. */
const PASSAGES = 10;
/** Words of a long text that a search asks for. Characters. */
const LONGEST_QUERY = 300;

/** The steps of a part whose requests were all accepted. */
export async function stepsToProve({ ends }: StepsToProve, parts: StoredParts): Promise<StepToProve[]> {
	const ended = await parts.read('ends', partOf(ends.round, ends.part), ends.attempt, endedStepSchema);
	const done = ended.filter(({ end }) => end.outcome === 'done' && end.writes > 0);
	return done.map(({ key, end }) => ({ key, index: end.index, id: end.id }));
}

/** What an attempt passes to the next one. A look may take several attempts, so they do not count the looks. */
export interface LookNotes {
	/** Looks that did not show the change. */
	looks: number;
}

const notesSchema = z.object({ looks: z.number() });

/** Of the attempt before. @param details of its heartbeat */
export function lookNotes(details: unknown): LookNotes {
	return notesSchema.safeParse(details).data ?? { looks: 0 };
}

/**
 * One search, whether it shows the change. The last one decides.
 * @param notes this changes them
 * @throws a failure that is retried, until then
 */
export async function proveStep(
	request: ProveStep,
	{ api, parts, signal, notes }: { api: ApiClient; parts: StoredParts; signal: AbortSignal; notes: LookNotes },
	{ proofMs }: Pick<Timing, 'proofMs'>,
): Promise<{ isProven: boolean }> {
	const planned = await readStep(parts, request.plan, request.index);
	const row = await readRow(parts, planned, request.rows);
	const isProven = await isShown(planned.step, row, request, api, signal);
	if (isProven) return { isProven };
	notes.looks += 1;
	if (notes.looks < MOST_LOOKS) throw notYet('A search does not show the change yet.', proofMs);
	return { isProven };
}

async function isShown(
	step: Step,
	row: WantedRow | null,
	{ agentId, id }: ProveStep,
	api: ApiClient,
	signal: AbortSignal,
): Promise<boolean> {
	try {
		const query = { query: queryOf(step.name, row), limit: PASSAGES };
		const { items } = await api.call('searchKnowledge', { params: { id: agentId }, query, signal });
		if (row === null) return !items.some((passage) => isOf(passage, step));
		if (items.some((passage) => says(passage, row))) return true;
		if (row.type !== 'qa') return false;
		return await isListed(row, id, agentId, api, signal);
	} catch (error) {
		throw apiFailure(error);
	}
}

function queryOf(name: string, row: WantedRow | null): string {
	const text = row?.type === 'text' ? `${row.title} ${row.content ?? ''}` : name;
	return text.slice(0, LONGEST_QUERY);
}

/** Whether a passage comes from the item that a step has deleted. */
function isOf({ title, url, content }: Passage, { type, name }: Step): boolean {
	if (type === 'page') return typeof url === 'string' && itemKey('page', url) === itemKey('page', name);
	if (type === 'qa') return content.includes(name);
	return typeof title === 'string' && isSameText(title, name);
}

function says({ title, url, content }: Passage, row: WantedRow): boolean {
	switch (row.type) {
		case 'qa':
			return plain(content).includes(plain(row.answer));
		case 'text':
			return row.content === undefined ? title === row.title : plain(row.content).includes(plain(content));
		case 'page':
			return typeof url === 'string' && itemKey('page', url) === itemKey('page', row.url);
		case 'file':
			return title === row.filename;
	}
}

function plain(text: string): string {
	return text.normalize('NFC').replace(/\s+/g, ' ').trim();
}

/** Newest first, so that a pair that was just added stands on the first pages. */
const PAGES = 3;

async function isListed(
	row: Extract<WantedRow, { type: 'qa' }>,
	id: number | null,
	agentId: string,
	api: ApiClient,
	signal: AbortSignal,
): Promise<boolean> {
	const isWanted = (pair: QaPair) =>
		pair.id === id &&
		isSameText(pair.question, row.question) &&
		isSameText(pair.answer, row.answer) &&
		(row.enabled === undefined || pair.enabled === row.enabled);
	for (let page = 0; page < PAGES; page += 1) {
		const query = { limit: 100, offset: page * 100 };
		const { items, total } = await api.call('listQaPairs', { params: { id: agentId }, query, signal });
		if (items.some(isWanted)) return true;
		if ((page + 1) * 100 >= total) return false;
	}
	return false;
}
