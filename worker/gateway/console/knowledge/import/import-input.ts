import type { Field } from '../../forms/field';
import { type FormInput, inputOf } from '../../forms/input';
import type { ImportDraft } from './import-draft';

const NOT_USED = 'has pasted rows that are not used yet. Press “Use these rows”, or remove them';

/** The input of the sync that an import starts, and what is wrong with it before. */
export function importInput(fields: readonly Field[], { form, file, pasted, columns }: ImportDraft): FormInput {
	const { input, problems } = inputOf(fields, form);
	if (pasted.trim() !== '') return { input, problems: [...problems, { path: 'blob', message: NOT_USED }] };
	if (file === null) return { input, problems: [...problems, { path: 'blob', message: 'is missing' }] };
	return { input: { ...input, blob: file.blob, ...(columns !== null && { columns }) }, problems };
}
