import type { Field } from '../../forms/field';
import { type FormInput, inputOf } from '../../forms/input';
import type { ImportDraft } from './import-draft';

/** The input of the sync that an import starts, and what is wrong with it before. */
export function importInput(fields: readonly Field[], { form, file, columns }: ImportDraft): FormInput {
	const { input, problems } = inputOf(fields, form);
	if (file === null) return { input, problems: [...problems, { path: 'blob', message: 'is missing' }] };
	return { input: { ...input, blob: file.blob, ...(columns !== null && { columns }) }, problems };
}
