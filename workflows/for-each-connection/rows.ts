import type { EndOfOne } from './activities';
import type { EachRow, EachStatus } from './contract';
import type { EachState } from './task';

/** Notes the connections that are selected and not yet known, or that had left. */
export function take(rows: EachRow[], selected: readonly string[]): void {
	const known = new Map(rows.map((row) => [row.connection, row]));
	for (const connection of selected) {
		const row = known.get(connection);
		if (row === undefined) rows.push({ connection, taskId: null, status: 'waiting', message: null, error: null });
		else if (row.status === 'left') Object.assign(row, { taskId: null, status: 'waiting', message: null });
	}
}

/** The connections that have a row, but for those that left. */
export function knownIn(rows: readonly EachRow[]): string[] {
	return rows.flatMap(({ connection, status }) => (status === 'left' ? [] : [connection]));
}

/** Notes how the task of a row has ended. */
export function noteEnd(row: EachRow, { status, message }: EndOfOne): void {
	row.status = status;
	row.message = status === 'running' ? null : message;
}

/**
 * Notes how the task of a row stands after it was asked to stop, as it was seen.
 * @param status of the row, if it is no longer that of its task
 */
export function noteStop(
	{ state }: { state: EachState },
	row: EachRow,
	end: EndOfOne,
	status: EachStatus = end.status,
): void {
	const { connection } = row;
	const isRunning = end.status === 'running';
	row.status = status;
	row.message = isRunning ? 'Its stop was requested, and it still runs.' : end.message;
	const others = (state.unstopped ?? []).filter((name) => name !== connection);
	state.unstopped = isRunning ? [...others, connection] : others;
}

/** The rows whose tasks are looked at: those that run, and those that have left and were not seen to stop. */
export function watchedIn({ rows, unstopped = [] }: EachState): EachRow[] {
	return rows.filter(
		({ status, taskId, connection }) =>
			taskId !== null && (status === 'running' || (status === 'left' && unstopped.includes(connection))),
	);
}

/** The number of the next stop of a connection's task. */
export function nextTime({ left }: Pick<EachState, 'left'>, connection: string): number {
	return ((Object.hasOwn(left, connection) ? left[connection] : undefined) ?? 0) + 1;
}
