import type { IExecuteFunctions } from 'n8n-workflow';
import { FieldReader } from '../fields/field-reader';
import { simplify } from '../fields/simplify';
import { outputField, largestFile } from './output-files';
import { partialSuccess } from './wait-fields';

/** How the node shows ended tasks. It is read before the wait, because a node that resumes has no input items. */
export interface Presentation {
	simplify: boolean;
	/** A task that completed only a part goes to the first output. */
	partialSuccess: boolean;
	/** The binary field for the file of a task. Null: no download. */
	file: { field: string; largestBytes: number } | null;
}

const BYTES_OF_MB = 1024 * 1024;

/** The fields of the first item apply to all. */
export function readPresentation(context: IExecuteFunctions): Presentation {
	const read = new FieldReader(context, 0, [partialSuccess, largestFile]);
	const field = read.optionalText({ ...outputField, default: '' });
	return {
		simplify: read.flag(simplify),
		partialSuccess: read.flag(partialSuccess),
		file: field === undefined ? null : { field, largestBytes: read.count(largestFile) * BYTES_OF_MB },
	};
}
