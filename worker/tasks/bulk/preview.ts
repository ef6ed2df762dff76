import { type BulkSelection, MOST_ROWS } from '../../../workflows/bulk-action/contract';
import type { Blobs } from '../../storage/blobs';
import { typeOfRow } from '../bulk-previews/row';
import { storePreview } from '../bulk-previews/stored-preview';
import type { SelectedRow } from './row';
import { type SelectWith, selectRows } from './select-rows';

/** Rows that a preview shows. */
const SHOWN = 20;

export interface BulkPreview {
	count: number;
	/** False: there are more than one bulk action takes. */
	countIsExact: boolean;
	byType: Record<string, number>;
	byConnection: Record<string, number>;
	/** `active` and `paused` of schedules, `gone` of what does not exist. */
	byStatus: Record<string, number>;
	/** Why rows would not be done, the most frequent first. */
	refused: Refused[];
	/** First some that would not be done. */
	sample: SelectedRow[];
	/** For the start: only these rows. Null: there are too many. */
	digest: string | null;
}

interface Refused {
	type: string;
	reason: string;
	count: number;
	byType: Record<string, number>;
}

/** Previews of bulk actions. */
export interface BulkPreviews {
	/**
	 * @param allowed the connections that the caller may see; null: all
	 * @param caller whose share of the keys' limits the reads of names use
	 */
	preview(chosen: BulkSelection, allowed: readonly string[] | null, caller: string): Promise<BulkPreview>;
}

/**
 * Counts and lists what an action would do, and stores which rows these are. A start with the digest acts on them alone.
 * In a system at work the rows change all the time, so a refusal of every change would let nobody act.
 */
export class StoredPreviews implements BulkPreviews {
	constructor(
		private readonly services: SelectWith,
		private readonly blobs: Blobs,
	) {}

	async preview(chosen: BulkSelection, allowed: readonly string[] | null, caller: string): Promise<BulkPreview> {
		const { rows, isWhole } = await selectRows(this.services, { chosen, allowed, caller, most: MOST_ROWS });
		return {
			count: rows.length,
			countIsExact: isWhole,
			byType: countsOf(rows.map(({ row }) => typeOfRow(row) ?? '')),
			byConnection: countsOf(rows.map(({ row }) => row.connection)),
			byStatus: countsOf(rows.map(statusOf)),
			refused: refusalsOf(rows),
			sample: sampleOf(rows),
			digest: isWhole
				? await storePreview(
						this.blobs,
						chosen,
						rows.map(({ row }) => row),
					)
				: null,
		};
	}
}

function statusOf({ task, schedule }: SelectedRow): string {
	if (task !== null) return task.status;
	if (schedule === null) return 'gone';
	return schedule.paused ? 'paused' : 'active';
}

function countsOf(names: readonly string[]): Record<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return Object.fromEntries([...counts].toSorted(([, one], [, other]) => other - one));
}

/** Half of it has rows that would not be done, if there are so many: they are what a person has to think about. */
function sampleOf(rows: readonly SelectedRow[]): SelectedRow[] {
	const refused = rows.filter(({ refusal }) => refusal !== null);
	const possible = rows.filter(({ refusal }) => refusal === null);
	const shown = refused.slice(0, Math.max(SHOWN / 2, SHOWN - possible.length));
	return [...shown, ...possible.slice(0, SHOWN - shown.length)];
}

/** By their titles, because details name the task. */
function refusalsOf(rows: readonly SelectedRow[]): Refused[] {
	const found = new Map<string, { type: string; types: string[] }>();
	for (const { refusal, row } of rows) {
		if (refusal === null) continue;
		const known = found.get(refusal.title) ?? { type: refusal.type, types: [] };
		known.types.push(typeOfRow(row) ?? '');
		found.set(refusal.title, known);
	}
	return [...found]
		.map(([reason, { type, types }]) => ({ type, reason, count: types.length, byType: countsOf(types) }))
		.toSorted((one, other) => other.count - one.count);
}
