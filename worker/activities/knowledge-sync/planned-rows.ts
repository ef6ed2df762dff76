import { keyOf, nameOf } from '../../../workflows/knowledge-sync/row-key';
import type { ItemType, ShownItem } from '../../../workflows/knowledge-sync/plan';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import type { QaPair, Source } from '../../../api';
import { digestOf, digestOfParts } from './content-digest';
import type { PlannedRow } from './make-plan';

/** The content of a page is the service's to fetch. */
const PAGE = digestOfParts(['page']);

/** @param textIn the content of an uploaded text, by its reference */
export async function plannedRow(row: WantedRow, textIn: (reference: string) => Promise<string>): Promise<PlannedRow> {
	const named = { key: keyOf(row), type: row.type, name: nameOf(row) };
	switch (row.type) {
		case 'qa':
			return { ...named, body: digestOf(row.answer), enabled: row.enabled };
		case 'text':
			return { ...named, body: digestOf(row.content ?? (await textIn(row.blob ?? ''))) };
		case 'page':
			return { ...named, body: PAGE };
		case 'file':
			return { ...named, body: digestOfParts(['file', row.blob]) };
	}
}

/** A pair as a plan compares it. */
export function shownPair({ id, kind, question, answer, enabled }: QaPair): ShownItem {
	return {
		type: 'qa',
		id,
		name: question,
		body: digestOf(answer),
		enabled,
		isFailed: false,
		isMedia: kind === 'media',
	};
}

const TYPES: Readonly<Record<Source['type'], ItemType>> = { url: 'page', text: 'text', file: 'file' };

/** A source as a plan compares it. @param content of a text that was read; null: it was not, or is still being stored */
export function shownSource({ id, type, name, status }: Source, content: string | null): ShownItem {
	const body = content === null || type !== 'text' ? null : digestOf(content);
	return { type: TYPES[type], id, name, body, enabled: null, isFailed: status === 'failed', isMedia: false };
}
