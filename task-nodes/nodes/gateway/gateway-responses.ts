import type { IDataObject } from 'n8n-workflow';

/** A task in the form of the gateway. The node passes on all its fields. */
export interface TaskView extends IDataObject {
	id: string;
	/** running, completed, failed, cancelled or timed_out. A newer gateway may have others. */
	status: string;
	/** Whether it did what was asked. Null while it runs; undefined in the response to a start. */
	succeeded?: boolean | null;
}

export interface WaitView {
	id: string;
	/** waiting, completed, timed_out or superseded. A newer gateway may have others. */
	status: string;
	tasks: TaskView[];
}

/** Something that a caller should know before the start of a task. */
export interface StartWarning {
	type: string;
	path: string;
	message: string;
}

/** The response of something other than the gateway, or of an unknown version. */
export class UnexpectedResponse extends Error {
	override name = 'UnexpectedResponse';
}

export function asTask(answer: unknown): TaskView {
	if (isRecord(answer) && typeof answer['id'] === 'string' && typeof answer['status'] === 'string') {
		return answer as TaskView;
	}
	throw new UnexpectedResponse('expected a task with an id and a status');
}

export function asWait(answer: unknown): WaitView {
	if (isRecord(answer) && typeof answer['id'] === 'string' && typeof answer['status'] === 'string') {
		const { id, status } = answer;
		return { id, status, tasks: asItems(answer['tasks']).map(asTask) };
	}
	throw new UnexpectedResponse('expected a wait with an id and a status');
}

/** @returns the named text fields of the list's items */
export function asRows<Field extends string>(answer: unknown, fields: readonly Field[]): Array<Record<Field, string>> {
	if (!isRecord(answer)) throw new UnexpectedResponse('expected a list');
	return asItems(answer['items']).map((item) => {
		const values = fields.map((field) => [field, textOf(isRecord(item) ? item[field] : undefined)] as const);
		return Object.fromEntries(values) as Record<Field, string>;
	});
}

function asItems(value: unknown): unknown[] {
	if (Array.isArray(value)) return value;
	throw new UnexpectedResponse('expected a list');
}

/** An older gateway sends no warnings. */
export function asWarnings(answer: unknown): StartWarning[] {
	const warnings = isRecord(answer) && Array.isArray(answer['warnings']) ? answer['warnings'].filter(isRecord) : [];
	return warnings.map(({ type, path, message }) => ({
		type: textOf(type),
		path: textOf(path),
		message: textOf(message),
	}));
}

/** @returns the records of a list, and the token of its next page if it has one */
export function asPage(answer: unknown): { items: IDataObject[]; nextPageToken: string | undefined } {
	if (!isRecord(answer)) throw new UnexpectedResponse('expected a list');
	const items = asItems(answer['items']).filter(isRecord) as IDataObject[];
	return { items, nextPageToken: textOf(answer['nextPageToken']) || undefined };
}

/** @returns a record, whatever its fields */
export function asRecord(answer: unknown): IDataObject {
	if (isRecord(answer)) return answer as IDataObject;
	throw new UnexpectedResponse('expected an object');
}

/** An id may be a number, and becomes text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
