import type { ReadRows, RowsOfAgent } from '../../../workflows/knowledge-sync/activities';
import { itemKey, NAME_FIELDS } from '../../../workflows/knowledge-sync/row-key';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { shortText } from '../../../workflows/task/failure';
import { MOST_BYTES, MOST_ROWS } from '../../knowledge/rows/read-item';
import { readItemOf } from '../../knowledge/rows/wanted-row';
import type { KnowledgeSets } from '../../storage/knowledge-sets';
import { finalFailure } from '../task/failure';
import { type Adoptable, adoptableItems } from './adoptable-items';
import { placeOf } from './item-index';
import type { StoredRow } from './part-schemas';
import { plannedRow } from './planned-rows';
import { itemsWithContent, readShown } from './read-items';
import { refusedWriter } from './refused-rows';
import type { StoredParts } from './stored-parts';
import { PartWriter } from './part-writer';

export interface RowsOfAgentWith {
	sets: Pick<KnowledgeSets, 'read' | 'readOthers'>;
	parts: StoredParts;
	attempt: number;
}

/** In messages. Characters. */
const LONGEST_NAME = 200;

/**
 * Makes a wanted row of each item of an agent that the set owns or can adopt, and stores the rows as `readSet` does. What
 * has no row is stored beside them with the reason.
 * @throws a final failure if the agent has more than a set can have
 */
export async function rowsOfAgent({ of, items, texts }: RowsOfAgent, given: RowsOfAgentWith): Promise<ReadRows> {
	const { sets, parts, attempt } = given;
	const owned = (await sets.read(of)).manifest?.items ?? [];
	const others = (await sets.readOthers(of)).flatMap((each) => each.items);
	const { adoptable, refused, ofOthers } = adoptableItems(await readShown(parts, items), owned, others);
	const writer = new PartWriter<StoredRow>(parts, 'rows', attempt);
	let bytes = 0;
	for await (const { item, content } of itemsWithContent(parts, { items, texts })) {
		const found = adoptable.get(placeOf(item));
		if (found === undefined) continue;
		const { row, reason } = rowOf(found, content);
		if (row === null) {
			refused.push({ item, reason });
			continue;
		}
		const size = Buffer.byteLength(content ?? '');
		bytes += size;
		await writer.write({ row, planned: await plannedItem(row, item.id), cells: undefined }, size);
		if (writer.count > MOST_ROWS || bytes > MOST_BYTES) throw tooMuch();
	}
	const rows = await writer.end();
	const unusable = refused.map(({ item: { type, id, name }, reason }) => ({
		place: { source: shortText(name, LONGEST_NAME) },
		problems: [{ field: null, reason: `${NAMES[type]} ${id} ${reason}` }],
	}));
	const writerOfRefused = refusedWriter(parts, attempt);
	for (const each of unusable) await writerOfRefused.write(each, 0);
	await writerOfRefused.end();
	await parts.write('titles', 0, attempt, []);
	const notes = ofOthers === 0 ? [] : [`Other sets own ${ofOthers} of the items of the agent.`];
	return { attempt, rows, refused: unusable.length, broken: [], notes, lists: ['pairs', 'sources'] };
}

const NAMES: Readonly<Record<WantedRow['type'], string>> = {
	qa: 'Q&A pair',
	text: 'text',
	page: 'page',
	file: 'file',
};

function rowOf(
	{ item, key }: Adoptable,
	content: string | null,
): { row: WantedRow; reason: '' } | { row: null; reason: string } {
	const refusal = (reason: string) => ({ row: null, reason });
	const { type, name, enabled } = item;
	if (content === null && type !== 'page')
		return refusal('is still being stored by the service. Take it over when it is ready');
	if (!isWritable(name) || !isWritable(content ?? '') || !isWritable(key))
		return refusal('has characters that no file can have. Remove them by hand');
	const named = { type, [NAME_FIELDS[type]]: name };
	const fields = {
		qa: { answer: content, enabled: enabled ?? undefined },
		text: { content },
		page: {},
		file: {},
	}[type];
	// A key made of the name needs no place in a table, where it may be too long. A file of Markdown has to say it.
	const isOwn = type === 'text' || key !== itemKey(type, name);
	const read = readItemOf({ ...named, ...fields, ...(isOwn ? { key } : {}) }, { source: name });
	if (read.kind === 'wanted') return { row: read.row, reason: '' };
	if (read.kind === 'broken') return refusal(read.reason);
	const [problem] = read.problems;
	return refusal(`cannot be a row: ${problem?.field ?? 'it'} ${problem?.reason ?? ''}`);
}

/** What a text file gives back as it was. */
function isWritable(text: string): boolean {
	return text.isWellFormed() && !text.includes('\0');
}

async function plannedItem(row: WantedRow, item: number): Promise<StoredRow['planned']> {
	const planned = await plannedRow(row, () => Promise.reject(new Error('The row has its content.')));
	return { ...planned, item };
}

function tooMuch() {
	const detail = `The agent has more than ${MOST_ROWS} items, or more than ${MOST_BYTES / 1024 / 1024} MB of texts, which no set can have. Nothing was changed.`;
	return finalFailure({ type: 'too_much', title: 'The agent has more than a set can have', status: 422, detail });
}
