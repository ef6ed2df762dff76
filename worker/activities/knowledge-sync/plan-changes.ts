import { z } from 'zod';
import type { PlanSet } from '../../../workflows/knowledge-sync/activities';
import { type ShownItem, type Step, writesOf } from '../../../workflows/knowledge-sync/plan';
import {
	CHANGES,
	LONGEST_EXCERPT,
	type PlanFile,
	type PlanItem,
	type PlanRow,
	planRowSchema,
} from '../../../workflows/knowledge-sync/review-contract';
import { nameOf } from '../../../workflows/knowledge-sync/row-key';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { shortText } from '../../../workflows/task/failure';
import { placeOf } from './item-index';
import { excerptSchema, shownItemSchema } from './part-schemas';
import { withEdit } from './edited-rows';
import { pieceWith, rowsOf } from './part-pieces';
import { chunksOf, spansOf, type StoredParts } from './stored-parts';

/** Rows of a plan that are kept for a person to read. The others are counted. */
const MOST_ROWS = 1_000;

/** The beginning of a text, for a person. A cut one is longer than any whole one, also without half a character. */
export function excerptOf(text: string): string {
	return text.length > LONGEST_EXCERPT ? `${shortText(text, LONGEST_EXCERPT + 1)}…` : text;
}

/** What needs a choice, then what takes something away, then the rest. */
const ORDER: ReadonlyArray<Step['kind']> = ['drifted', 'delete', 'replace', 'update', 'adopt', 'missing', 'create'];

const placeInOrder = ({ kind, asks }: Step) => (asks ? -1 : ORDER.indexOf(kind));

interface Planned {
	steps: readonly Step[];
	/** All that the service shows. */
	shown: readonly ShownItem[];
}

/** Stores what a plan changes, with the texts before and after, for a person who decides on it or reads it later. */
export async function storeChanges(
	{ steps, shown }: Planned,
	request: PlanSet,
	{ parts, attempt }: { parts: StoredParts; attempt: number },
): Promise<void> {
	const asked = steps
		.filter(isChange)
		.toSorted((one, other) => placeInOrder(one) - placeInOrder(other))
		.slice(0, MOST_ROWS);
	const byId = new Map(shown.map((item) => [placeOf(item), item]));
	const seen = new Set(asked.flatMap(({ type, id }) => (id === null ? [] : [placeOf({ type, id })])));
	const excerpts = await readExcerpts(request, seen, parts);
	const wanted = await readWanted(asked, request, parts);
	const rows = asked.map(({ key, type, kind, id, row, asks, reason }): PlanRow => {
		const place = id === null ? null : placeOf({ type, id });
		const item = place === null ? undefined : byId.get(place);
		const text = place === null ? null : (excerpts.get(place) ?? null);
		return {
			key,
			type,
			step: kind,
			before: item === undefined ? null : { name: item.name, text, enabled: item.enabled },
			after: row === null ? null : (wanted.get(row) ?? null),
			...(asks && reason === 'adopted' ? { isAdopted: true } : {}),
		};
	});
	await parts.write(CHANGES, 0, attempt, rows);
}

/**
 * The file of what a plan changes. @param steps of the plan
 * @returns null if it changes nothing, or if an earlier version made the plan, which kept no texts
 */
export async function planFile(steps: readonly Step[], attempt: number, parts: StoredParts): Promise<PlanFile | null> {
	const changed = new Set(steps.filter(isChange).map(({ key }) => key));
	if (changed.size === 0) return null;
	const stored = await parts.find(CHANGES, 0, attempt, planRowSchema);
	// What a person left as it is was a change when the rows were stored.
	const rows = stored?.filter(({ key }) => changed.has(key));
	return rows === undefined ? null : { rows, rowsNotShown: changed.size - rows.length };
}

function isChange(step: Step): boolean {
	return step.asks || writesOf(step) > 0;
}

/** What was stored beside the items of these places. */
async function readExcerpts(
	{ items, texts }: PlanSet,
	places: ReadonlySet<string>,
	parts: StoredParts,
): Promise<Map<string, string>> {
	const found = new Map<string, string>();
	const keep = (place: string, excerpt: string | null) => {
		if (excerpt !== null && places.has(place)) found.set(place, excerpt);
	};
	for (const { number, attempt } of chunksOf(items))
		for (const { type, id, excerpt } of await parts.read('items', number, attempt, listedSchema))
			keep(placeOf({ type, id }), excerpt);
	for (const { number, attempt } of spansOf(texts))
		for (const { id, excerpt } of await parts.read('bodies', number, attempt, excerptSchema))
			keep(placeOf({ type: 'text', id }), excerpt);
	return found;
}

const listedSchema = shownItemSchema.and(z.object({ excerpt: z.string().nullable() }));

/** The rows of these steps, by their places. */
async function readWanted(
	steps: readonly Step[],
	{ rows, edits }: PlanSet,
	parts: StoredParts,
): Promise<Map<number, PlanItem>> {
	const places = new Set(steps.flatMap(({ row }) => (row === null ? [] : [row])));
	const found = new Map<number, PlanItem>();
	for (const place of places) {
		if (found.has(place)) continue;
		const { from, values } = await pieceWith(parts, rowsOf(rows.attempt), place);
		for (const [nth, { row }] of values.entries())
			if (places.has(from + nth)) found.set(from + nth, { name: nameOf(row), ...contentOf(withEdit(row, edits)) });
	}
	return found;
}

function contentOf(row: WantedRow): Pick<PlanItem, 'text' | 'enabled'> {
	switch (row.type) {
		case 'qa':
			return { text: excerptOf(row.answer), enabled: row.enabled ?? null };
		case 'text':
			return { text: row.content === undefined ? null : excerptOf(row.content), enabled: null };
		case 'page':
		case 'file':
			return { text: null, enabled: null };
	}
}
