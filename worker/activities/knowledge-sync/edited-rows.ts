import type { EditedText } from '../../../workflows/knowledge-sync/contract';
import { hasContent } from '../../../workflows/knowledge-sync/plan';
import { keyOf } from '../../../workflows/knowledge-sync/row-key';
import type { WantedRow } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { digestOf } from './content-digest';
import type { PlannedRow } from './make-plan';

/**
 * A person who decides on a plan may write other texts. They are sent in place of those of the set. The manifest keeps
 * the digest of what the set says, and of what the service shows, so that the next sync leaves them as they are until the
 * set says something new.
 */

/** The row as it is sent. */
export function withEdit(row: WantedRow, edits: readonly EditedText[] | undefined): WantedRow {
	const edit = edits?.find(({ key }) => key === keyOf(row));
	return edit === undefined ? row : withText(row, edit.text);
}

/** @param text in place of the answer, or of the content. Other rows have no text */
export function withText(row: WantedRow, text: string): WantedRow {
	switch (row.type) {
		case 'qa':
			return { ...row, answer: text };
		case 'text':
			return { ...row, content: text, blob: undefined };
		case 'page':
		case 'file':
			return row;
	}
}

/** The row as the plan compares it. */
export function plannedEdit(row: PlannedRow, text: string | undefined): PlannedRow {
	return text === undefined || !hasContent(row.type) ? row : { ...row, body: digestOf(text) };
}
