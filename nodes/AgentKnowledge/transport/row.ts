import type { IDataObject } from 'n8n-workflow';

/** An answer as the JSON of an output item; an answer without a body is an empty one. */
export function rowOf(answer: unknown): IDataObject {
	return typeof answer === 'object' && answer !== null ? { ...answer } : {};
}
