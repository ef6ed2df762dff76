import type { IDataObject } from 'n8n-workflow';

export type TaskStatus = 'running' | 'completed' | 'failed' | 'cancelled' | 'timed_out';

/** A task as the gateway shows it; the node hands it on as it comes. */
export interface TaskView extends IDataObject {
	id: string;
	status: TaskStatus;
	/** Whether it did what was asked; null while it runs. An answer to a start lacks it. */
	succeeded?: boolean | null;
}

export interface WaitView {
	id: string;
	status: 'waiting' | 'completed' | 'timed_out' | 'superseded';
	tasks: TaskView[];
}

/** The answer came from something that is not the gateway, or from a version that this node does not know. */
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
		return { id, status: status as WaitView['status'], tasks: asItems(answer['tasks']).map(asTask) };
	}
	throw new UnexpectedResponse('expected a wait with an id and a status');
}

/** @returns the strings that the named fields of the list's items hold */
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

/** Names and ids are text; an id that is a number is written as text. */
export function textOf(value: unknown): string {
	return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}
