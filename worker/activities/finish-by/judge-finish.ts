/** A run that should be done by a time. Times in milliseconds since 1970. */
export interface RunAtStake {
	now: number;
	dueAt: number;
	/** When it should be done. */
	finishBy: number;
	/** How long before that somebody is told at the latest, but not in the first half of its time. */
	warnMs: number;
	/** Null: it has not begun. */
	begun: { at: number; done: number | null; total: number | null } | null;
	/** How long earlier runs took, in ms. */
	earlierMs: readonly number[];
}

export interface Judgement {
	isLate: boolean;
	/** When it will probably be done; null: nobody can say. */
	expectedAt: number | null;
	/** When to look again. */
	nextLookAt: number;
}

/** Between two looks at a run under way. */
const LOOK_MS = 5 * 60_000;
/** Progress says little before that. */
const LEAST_ELAPSED_MS = 60_000;
const LEAST_DONE = 0.1;

/**
 * Whether a run will miss its time: by its progress, else by the earlier runs, and at the latest when the lead time
 * begins and it still runs or has not begun.
 */
export function judgeFinish(run: RunAtStake): Judgement {
	const { now, dueAt, finishBy, warnMs } = run;
	const expectedAt = expectedEnd(run);
	const warnAt = finishBy - Math.min(warnMs, (finishBy - dueAt) / 2);
	const isLate = now >= warnAt || (expectedAt !== null && expectedAt > finishBy);
	return { isLate, expectedAt, nextLookAt: Math.min(warnAt, now + LOOK_MS) };
}

function expectedEnd({ now, begun, earlierMs }: RunAtStake): number | null {
	const usual = median(earlierMs);
	if (begun === null) return usual === null ? null : now + usual;
	const { at, done, total } = begun;
	const elapsed = now - at;
	const share = done !== null && total !== null && total > 0 ? done / total : 0;
	if (elapsed >= LEAST_ELAPSED_MS && share >= LEAST_DONE) return at + elapsed / Math.min(1, share);
	return usual === null ? null : Math.max(now, at + usual);
}

function median(values: readonly number[]): number | null {
	const sorted = values.toSorted((one, other) => one - other);
	return sorted[Math.floor(sorted.length / 2)] ?? null;
}
