import type { LeadSyncActivities, StoredPage, SyncedPage, SyncPage } from './activities';
import type { DoneLead, LeadCursor, Pass } from './cursor';

/** Each number as its distance from the one before: lists of ids and times then need a fraction of the bytes. */
type Distances = number[];

interface PackedDone {
	ids: Distances;
	at: Distances;
}

interface PackedPass extends Omit<Pass, 'seen' | 'done'> {
	seen: Distances;
	/** Absent: the same as before the page. */
	done?: PackedDone;
}

/** A cursor as histories hold it, twice for each page. */
export interface PackedCursor extends Omit<LeadCursor, 'done' | 'pass'> {
	/** Absent: the same as before the page. */
	done?: PackedDone;
	pass: PackedPass | null;
}

export type PackedPage = Omit<SyncPage, 'cursor'> & { cursor: PackedCursor | null };
export type PackedResult<Result extends { cursor: LeadCursor }> = Omit<Result, 'cursor'> & { cursor: PackedCursor };

/** The pages of a sync as they go through histories. */
export interface PackedPageActivities {
	syncPage(page: PackedPage): Promise<PackedResult<SyncedPage>>;
	storePage(page: PackedPage): Promise<PackedResult<StoredPage>>;
}

/** What workflows call. */
export type PackedLeadSyncActivities = Omit<LeadSyncActivities, keyof PackedPageActivities> & PackedPageActivities;

export function packPage({ cursor, ...page }: SyncPage): PackedPage {
	return { ...page, cursor: cursor === null ? null : packCursor(cursor, null) };
}

export function unpackPage({ cursor, ...page }: PackedPage): SyncPage {
	return { ...page, cursor: cursor === null ? null : unpackCursor(cursor, null) };
}

/** @param before the cursor of the page that was asked for */
export function packResult<Result extends { cursor: LeadCursor }>(
	{ cursor, ...result }: Result,
	before: LeadCursor | null,
): PackedResult<Result> {
	return { ...result, cursor: packCursor(cursor, before) };
}

/** @param before the same as for `packResult` */
export function unpackResult<Result extends { cursor: LeadCursor }>(
	result: PackedResult<Result>,
	before: LeadCursor | null,
): Omit<Result, 'cursor'> & { cursor: LeadCursor } {
	return { ...result, cursor: unpackCursor(result.cursor, before) };
}

/** @param before a cursor that the reader has too; null: none */
export function packCursor({ done, pass, ...rest }: LeadCursor, before: LeadCursor | null): PackedCursor {
	return {
		...rest,
		...changed(done, before?.done),
		pass: pass && { ...pass, seen: distances(pass.seen), done: undefined, ...changed(pass.done, before?.pass?.done) },
	};
}

/** @param before the same as for `packCursor` */
export function unpackCursor({ done, pass, ...rest }: PackedCursor, before: LeadCursor | null): LeadCursor {
	return {
		...rest,
		done: unpackDone(done, before?.done),
		pass: pass && { ...pass, seen: sums(pass.seen), done: unpackDone(pass.done, before?.pass?.done) },
	};
}

function changed(done: DoneLead[], before: DoneLead[] | undefined): { done?: PackedDone } {
	const isSame = before?.length === done.length && before.every((lead, index) => isEqual(lead, done[index]));
	if (isSame) return {};
	return { done: { ids: distances(done.map(([id]) => id)), at: distances(done.map(([, at]) => at)) } };
}

function isEqual([id, at]: DoneLead, other: DoneLead | undefined): boolean {
	return other !== undefined && other[0] === id && other[1] === at;
}

function unpackDone(packed: PackedDone | undefined, before: DoneLead[] | undefined): DoneLead[] {
	if (packed === undefined) return before ?? [];
	const at = sums(packed.at);
	return sums(packed.ids).map((id, index) => [id, at[index] ?? 0]);
}

function distances(numbers: readonly number[]): Distances {
	return numbers.map((number, index) => number - (numbers[index - 1] ?? 0));
}

function sums(between: Distances): number[] {
	let sum = 0;
	return between.map((distance) => (sum += distance));
}
