import { isRecord } from '../../gateway/gateway-responses';

/** What one cell of n8n's table shows. Null: not known, or not yet. */
export type Cell = string | number | boolean | null;

/** The parts of a whole task that columns read. Each is empty if the task has none. */
export interface TaskParts {
	result: Record<string, unknown>;
	progress: Record<string, unknown>;
	links: Record<string, unknown>;
}

/** Columns of a simplified item: what people use of a task of this type. */
export type Columns = Readonly<Record<string, (task: TaskParts) => Cell>>;

/** The first value that fits into a cell. */
export function cell(...values: readonly unknown[]): Cell {
	const found = values.find((value) => ['string', 'number', 'boolean'].includes(typeof value));
	return (found ?? null) as Cell;
}

/** @returns an empty record for a value that is none */
export function recordOf(value: unknown): Record<string, unknown> {
	return isRecord(value) ? value : {};
}

/** @returns the records of a list; null for a value that is no list */
export function recordsOf(value: unknown): Array<Record<string, unknown>> | null {
	return Array.isArray(value) ? value.filter(isRecord) : null;
}

/** @returns null if there are no rows yet */
export function countOf(
	rows: ReadonlyArray<Record<string, unknown>> | null,
	counts: (row: Record<string, unknown>) => boolean = () => true,
): number | null {
	return rows === null ? null : rows.filter(counts).length;
}

/** One of the `counts` of a result. */
export function countIn(name: string): (task: Pick<TaskParts, 'result'>) => Cell {
	return ({ result }) => cell(recordOf(result['counts'])[name]);
}
