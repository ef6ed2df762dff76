import { z } from 'zod';
import type { Source } from '../../../api';
import type { ComparedSources } from '../../../workflows/retrain/source-list-activities';
import { SOURCE_CHANGES, type SourceChange } from '../../../workflows/retrain/source-changes-contract';
import { shortText } from '../../../workflows/task/failure';
import { digestOfParts } from '../knowledge-sync/content-digest';

/** Characters of a name and of a reason, so that a result with many stays small. */
const LONGEST_NAME = 200;
const LONGEST_REASON = 300;

/** Names of fields of which each stands for the content. The specification shows none of them. */
const CONTENT_FIELDS = ['hash', 'contentHash', 'checksum', 'etag'] as const;

/** What is kept of a source to compare it. */
export const listedSourceSchema = z.object({
	id: z.number().int(),
	type: z.string(),
	name: z.string(),
	/** Of what shows a change. */
	digest: z.string(),
	isFailed: z.boolean(),
	reason: z.string().nullable(),
});
export type ListedSource = z.output<typeof listedSourceSchema>;

/**
 * What a change of a source shows in: its size and words, or a digest of a service that has one. Times are no sign,
 * because a run may renew them for every source.
 */
export function listedSource(source: Source): ListedSource {
	const { id, type, name, status, sizeBytes, wordCount, errorMessage } = source;
	const ofContent = CONTENT_FIELDS.map((field) => source[field]).filter((value) => typeof value === 'string');
	const isFailed = status === 'failed';
	return {
		id,
		type,
		name: shortText(name, LONGEST_NAME),
		digest: digestOfParts([name, `${sizeBytes}`, `${wordCount}`, ...ofContent]),
		isFailed,
		reason: isFailed && errorMessage !== null ? shortText(errorMessage, LONGEST_REASON) : null,
	};
}

/**
 * What changed from one list to another. A service may give a page a new id when it reads it again, so a source without
 * a counterpart by its id may have one by its type and name.
 * @param named how many changed sources are named, the failed ones first
 */
export function compareSources(
	before: readonly ListedSource[],
	after: readonly ListedSource[],
	named: number,
): ComparedSources {
	const [was, is] = [byId(before), byId(after)];
	const renumbered = new Map([...was.values()].filter(({ id }) => !is.has(id)).map((each) => [placeOf(each), each]));
	const found: Array<{ change: SourceChange; source: ListedSource }> = [];
	for (const source of is.values()) {
		const counterpart = was.get(source.id) ?? taken(renumbered, placeOf(source));
		const change = changeOf(counterpart, source);
		if (change !== null) found.push({ change, source });
	}
	for (const source of renumbered.values()) found.push({ change: 'gone', source });
	const counts = { new: 0, gone: 0, changed: 0, failed: 0 };
	for (const { change } of found) counts[change] += 1;
	const inOrder = SOURCE_CHANGES.flatMap((wanted) => found.filter(({ change }) => change === wanted));
	const sources = inOrder.slice(0, named).map(({ change, source: { id, type, name, reason } }) => ({
		change,
		id,
		type,
		name,
		reason,
	}));
	return { counts, sources, listed: { before: was.size, after: is.size } };
}

function changeOf(before: ListedSource | undefined, now: ListedSource): SourceChange | null {
	if (now.isFailed) return 'failed';
	if (before === undefined) return 'new';
	return before.isFailed || before.digest !== now.digest ? 'changed' : null;
}

/** Each source once, because pages overlap. The one that was read last counts. */
function byId(sources: readonly ListedSource[]): Map<number, ListedSource> {
	return new Map(sources.map((source) => [source.id, source]));
}

function placeOf({ type, name }: ListedSource): string {
	return `${type} ${name}`;
}

function taken<Value>(from: Map<string, Value>, key: string): Value | undefined {
	const value = from.get(key);
	from.delete(key);
	return value;
}
