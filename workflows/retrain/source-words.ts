import type { ChangeCounts, SourceChanges } from './source-changes-contract';

/** In the order of the sentence. */
const CHANGES = ['new', 'gone', 'changed', 'failed'] as const;

/** Characters of a reason in a sentence. */
const SHORT = 120;

/** What a run changed in the list of sources, in one or two sentences. */
export function changesInWords({ counts, since, sources, unknown }: SourceChanges): string {
	if (unknown !== null) return `What changed in the sources is unknown. ${unknown.detail}`;
	if (counts === null) return 'What changed in the sources is unknown.';
	const from = since === 'joined' ? ' since the task joined the run' : '';
	const all = countsInWords(counts);
	if (all === null) return `No source changed${from}.`;
	const reason = sources.find(({ change, reason: why }) => change === 'failed' && why !== null)?.reason ?? null;
	const why = reason === null ? '' : `, the first one because: ${shortened(reason)}`;
	return `Sources${from}: ${all}${why}.`;
}

/** @returns null if nothing changed */
export function countsInWords(counts: ChangeCounts): string | null {
	const parts = CHANGES.flatMap((change) => (counts[change] === 0 ? [] : [`${counts[change]} ${change}`]));
	return parts.length === 0 ? null : parts.join(', ');
}

/** The changes of several agents together. Null: none is known. */
export function allCounts(
	rows: ReadonlyArray<{ sourceChanges?: ChangeCounts | null | undefined }>,
): ChangeCounts | null {
	const known = rows.flatMap(({ sourceChanges }) => sourceChanges ?? []);
	if (known.length === 0) return null;
	const sum = { new: 0, gone: 0, changed: 0, failed: 0 };
	for (const counts of known) for (const change of CHANGES) sum[change] += counts[change];
	return sum;
}

/** A reason as the end of a sentence. */
function shortened(reason: string): string {
	const text = reason.length > SHORT ? `${reason.slice(0, SHORT).toWellFormed()} ...` : reason;
	return text.endsWith('.') ? text.slice(0, -1) : text;
}
