import { Drafts } from '../../api/drafts';
import { newKey } from '../../api/gateway';
import type { ColumnMapping, KnowledgeSet } from '../../api/types';
import type { TypedForm } from '../../forms/field';
import { Intention } from '../../forms/intention';

/** An import as a person has typed it, and how far it came. */
export interface ImportDraft {
	/** Connection, agent, set and how it is kept in step. */
	form: TypedForm;
	/** The uploaded table. */
	file: { blob: string; name: string } | null;
	/** Rows of a spreadsheet that are not yet uploaded. */
	pasted: string;
	/** The column of each field, by its title or number. Null: by the usual titles. */
	columns: ColumnMapping | null;
	/** The set was planned before like this, so that a file leads to its plan at once. */
	isKnown: boolean;
	/** The task that made the plan. */
	plan: string | null;
	/** The task that applies it. */
	apply: string | null;
	/** Repeat a start whose outcome is unknown. */
	planning: Intention;
	applying: Intention;
}

/** By the set that the address names. */
export const importDrafts = new Drafts<ImportDraft>();

export function newImport(form: TypedForm): ImportDraft {
	return {
		form,
		file: null,
		pasted: '',
		columns: null,
		isKnown: false,
		plan: null,
		apply: null,
		planning: new Intention(newKey),
		applying: new Intention(newKey),
	};
}

/** A file for a set that was brought into step before: with its columns, so that a file leads to its plan at once. */
export function importAgain(form: TypedForm, known: KnowledgeSet['settings']): ImportDraft {
	const columns = known?.columns ?? null;
	return { ...newImport(form), columns, isKnown: known !== null };
}

/** The next file of the same set: all that was chosen stays. */
export function nextFile(draft: ImportDraft): ImportDraft {
	return { ...newImport(draft.form), columns: draft.columns, isKnown: true };
}
