import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Reported, ReportSet } from '../../../workflows/knowledge-sync/activities';
import type { KnowledgeOutcome, KnowledgeRow } from '../../../workflows/knowledge-sync/contract';
import { AS_WANTED, countOutcomes } from '../../../workflows/knowledge-sync/counts';
import { stepInWords } from '../../../workflows/knowledge-sync/step-words';
import type { RowError } from '../../../workflows/task/contract';
import { shortText } from '../../../workflows/task/failure';
import { refusedCsv } from '../../knowledge/tables/refused-csv';
import { problemsText, type RefusedItem } from '../../knowledge/rows/read-item';
import type { Blobs } from '../../storage/blobs';
import type { Buckets } from '../../storage/buckets';
import { type KeyEnds, readEnds } from './ended-steps';
import { planFile } from './plan-changes';
import type { PlannedStep, StoredRow } from './part-schemas';
import { readRefused } from './refused-rows';
import { type Piece, pieceWith, rowsOf } from './part-pieces';
import type { StoredParts } from './stored-parts';
import { readPlan } from './stored-steps';
import { keepFolder } from './keep-folder';
import { keepWritten } from '../export/keep-written';

export interface ReportWith {
	blobs: Blobs;
	buckets: Buckets;
	parts: StoredParts;
	taskId: string;
	signal: AbortSignal;
}

/** Rows of a result, which must fit into 2 MB with all the rest: a question may have 4,000 characters. */
const MOST_ROWS = 2_000;
const MOST_OF_ROWS = 1024 * 1024;
const MOST_UNUSABLE = 1_000;
const MOST_OF_UNUSABLE = 256 * 1024;
/** Of a place or a reason. Characters. */
const LONGEST_SHOWN = 300;

/** How all steps ended: the rows of the result, and the files of refused rows and of what the plan changes. */
export async function reportSet(request: ReportSet, given: ReportWith): Promise<Reported> {
	const { parts } = given;
	const first = await readPlan(parts, request.plan);
	const last = request.last.round === request.plan.round ? first : await readPlan(parts, request.last);
	const ends = await readEnds(parts, request.ends);
	const lastOf = new Map(last.map((each) => [each.step.key, each]));
	const sources = new Map(request.sources.map((each) => [each.id, each]));
	const unproven = request.unproven === null ? null : new Set(request.unproven);
	const rows = first
		.filter(({ step }) => step.kind !== 'unchanged' || ends.has(step.key))
		.map((planned) =>
			rowOf(planned, lastOf.get(planned.step.key), ends.get(planned.step.key), { ...request, sources, unproven }),
		);
	const counts = countOutcomes(rows);
	const unusable = await unusableRows(request, parts);
	const notTaken = refusedRows(rows);
	const refused = unusable.count + notTaken.length;
	const sorted = rows.toSorted((one, other) => Number(AS_WANTED[one.outcome]) - Number(AS_WANTED[other.outcome]));
	const shown = withinBytes(sorted, MOST_ROWS, MOST_OF_ROWS);
	return {
		counts,
		rows: shown,
		rowsNotShown: rows.length - shown.length,
		refusedRows: refused,
		unusable: unusable.shown,
		refusedCsv: refused === 0 ? null : await keepRefused(notTaken, request, given),
		differences: await keepDifferences(first, request, given),
		export: request.exports === true ? await keepFolder({ first, rows }, request, given) : null,
	};
}

interface Ending extends Pick<ReportSet, 'isPlanOnly' | 'stoppedBy'> {
	/** Null: no search was asked. */
	unproven: ReadonlySet<string> | null;
	sources: ReadonlyMap<number, ReportSet['sources'][number]>;
}

function rowOf(
	{ step }: PlannedStep,
	last: PlannedStep | undefined,
	ends: KeyEnds | undefined,
	ending: Ending,
): KnowledgeRow {
	const end = ends?.ends.at(-1);
	const id = end?.id ?? last?.step.id ?? step.id;
	const found = outcomeOf(step, last, ends, { ...ending, id });
	const wasAsked = ending.unproven !== null && end?.outcome === 'done' && end.writes > 0;
	const proven = wasAsked ? ending.unproven?.has(step.key) !== true : null;
	const { outcome, reason } = proven === false && found.outcome === 'done' ? UNPROVEN : found;
	const { key, type, name, row, kind } = step;
	return {
		key,
		type,
		name,
		row,
		step: kind,
		outcome,
		id,
		reason,
		proven,
		audit: {
			writes: ends?.writes ?? 0,
			ambiguous: (ends?.lost ?? 0) > 0,
			duplicates: last?.doubles ?? [],
		},
	};
}

interface Outcome {
	outcome: KnowledgeOutcome;
	reason: RowError | null;
}

function outcomeOf(
	step: PlannedStep['step'],
	last: PlannedStep | undefined,
	ends: KeyEnds | undefined,
	{ isPlanOnly, stoppedBy, sources, id }: Ending & { id: number | null },
): Outcome {
	const words = stepInWords(step);
	if (words !== null) return { outcome: ofWords(step), reason: error('step', words.field, words.message) };
	if (isPlanOnly) return { outcome: 'planned', reason: null };
	const end = ends?.ends.at(-1);
	const source = id === null || step.type === 'qa' ? undefined : sources.get(id);
	switch (end?.outcome) {
		case undefined:
			return last?.does === 'note' ? { outcome: 'done', reason: null } : { outcome: 'not_started', reason: stoppedBy };
		case 'not_started':
			return { outcome: 'not_started', reason: end.error ?? stoppedBy };
		case 'refused':
			return { outcome: 'refused', reason: end.error };
		case 'saved':
		case 'lost':
			// The last plan saw its effect, or there is none.
			if (last?.does === 'note')
				return { outcome: end.outcome === 'saved' ? 'saved_not_indexed' : 'done', reason: null };
			return { outcome: 'needs_person', reason: uncertain(end.error) };
		case 'done':
			if (source?.status === 'failed') return { outcome: 'failed', reason: unreadable(source.reason) };
			if (source?.status === 'gone') return { outcome: 'failed', reason: unreadable('Somebody deleted it meanwhile.') };
			return { outcome: end.isIndexedLater ? 'saved_not_indexed' : 'done', reason: null };
	}
}

function ofWords({ kind, asks, reason }: PlannedStep['step']): KnowledgeOutcome {
	if (reason === 'person') return 'stays';
	if (kind === 'conflict') return 'refused';
	return asks ? 'waits' : 'stays';
}

const error = (type: string, title: string, detail: string): RowError => ({ type, title, detail });

const UNPROVEN: Outcome = {
	outcome: 'unproven',
	reason: error(
		'unproven',
		'No search shows it',
		'The service confirmed the change. Look whether the agent answers by it.',
	),
};

function uncertain(cause: RowError | null): RowError {
	const why = cause === null ? '' : `${cause.title}: ${cause.detail} `;
	return error(
		'needs_person',
		'A person has to check',
		`Responses were lost. ${why}Look at the agent. The next sync compares again, and sends what is missing.`,
	);
}

function unreadable(reason: string | null): RowError {
	return error('source_failed', 'The service could not read the source', reason ?? 'The service gave no reason.');
}

/** How many rows could not be read, and the first ones as the result shows them. */
async function unusableRows({ rows }: ReportSet, parts: StoredParts) {
	const first: Reported['unusable'] = [];
	let count = 0;
	for await (const { place, problems } of readRefused(parts, rows.attempt)) {
		count += 1;
		if (count > MOST_UNUSABLE) continue;
		const [source, reason] = [place.source, problemsText(problems)].map((text) => shortText(text, LONGEST_SHOWN));
		first.push({ row: place.row ?? null, source: source ?? '', reason: reason ?? '' });
	}
	return { count, shown: withinBytes(first, MOST_UNUSABLE, MOST_OF_UNUSABLE) };
}

/**
 * The first values of a list, up to so many bytes of JSON. What a task shows must fit into Temporal, whatever its texts.
 * @param most how many values at most
 */
function withinBytes<Value>(values: Iterable<Value>, most: number, mostBytes: number): Value[] {
	const taken: Value[] = [];
	let bytes = 0;
	for (const value of values) {
		bytes += Buffer.byteLength(JSON.stringify(value)) + 1;
		if (taken.length === most || bytes > mostBytes) break;
		taken.push(value);
	}
	return taken;
}

/** Rows that the plan or the service refused, in the order of the set. */
function refusedRows(rows: readonly KnowledgeRow[]): KnowledgeRow[] {
	return rows
		.filter(({ outcome, row }) => row !== null && (outcome === 'refused' || outcome === 'failed'))
		.toSorted((one, other) => (one.row ?? 0) - (other.row ?? 0));
}

/** All rows that became nothing, with one piece of the set in memory. */
async function* refusedItems(
	notTaken: readonly KnowledgeRow[],
	{ rows: stored }: ReportSet,
	parts: StoredParts,
): AsyncGenerator<RefusedItem> {
	for await (const each of readRefused(parts, stored.attempt)) yield { kind: 'refused', ...each };
	let known: Piece<StoredRow> = { from: 0, values: [] };
	for (const { outcome, row, reason, name } of notTaken) {
		const place = row ?? 0;
		if (known.values[place - known.from] === undefined) known = await pieceWith(parts, rowsOf(stored.attempt), place);
		const { cells } = known.values[place - known.from] ?? {};
		const problem = { field: reason?.title ?? null, reason: reason?.detail ?? outcome };
		yield { kind: 'refused', place: { source: name }, problems: [problem], ...(cells === undefined ? {} : { cells }) };
	}
}

const REFUSED = { name: 'refused-rows.csv', contentType: 'text/csv; charset=utf-8' };
const DIFFERENCES = { name: 'plan.json', contentType: 'application/json' };

async function keepRefused(notTaken: readonly KnowledgeRow[], request: ReportSet, given: ReportWith) {
	const titles = await given.parts.read('titles', 0, request.rows.attempt, z.string());
	const refused = refusedItems(notTaken, request, given.parts);
	return keepWritten(REFUSED, Readable.from(refusedCsv(titles, refused), { objectMode: false }), given);
}

async function keepDifferences(planned: readonly PlannedStep[], { plan }: ReportSet, given: ReportWith) {
	const steps = planned.map(({ step }) => step);
	const file = await planFile(steps, plan.attempt, given.parts);
	return file === null ? null : keepWritten(DIFFERENCES, Readable.from([Buffer.from(JSON.stringify(file))]), given);
}
