import type { IExecuteFunctions } from 'n8n-workflow';
import { FieldReader } from '../fields/field-reader';
import { simplify } from '../fields/simplify';
import { outputField, largestFile } from './output-files';
import { partialSuccess } from './wait-fields';

/** How the ends of tasks are shown. It is read before the wait, because the node has no input items when it resumes. */
export interface Presentation {
	simplify: boolean;
	/** A task that did a part of what was asked leaves by the first output. */
	partialSuccess: boolean;
	/** Where a file goes that a task has made; null: it is not downloaded. */
	file: { field: string; largestBytes: number } | null;
}

const BYTES_OF_MB = 1024 * 1024;

/** The fields of the first item hold for all. */
export function readPresentation(context: IExecuteFunctions): Presentation {
	const read = new FieldReader(context, 0, [partialSuccess, largestFile]);
	const field = read.optionalText({ ...outputField, default: '' });
	return {
		simplify: read.flag(simplify),
		partialSuccess: read.flag(partialSuccess),
		file: field === undefined ? null : { field, largestBytes: read.count(largestFile) * BYTES_OF_MB },
	};
}
