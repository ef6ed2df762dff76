/**
 * How many effects a task's result calls uncertain: a mail of which nobody knew whether it was sent, items that a person
 * has to look at. The result may be of any task.
 */
export function uncertainEffects(result: unknown): number {
	const rows = partOf(result, 'rows');
	const ofRows = Array.isArray(rows) ? rows.filter((row) => partOf(row, 'status') === 'needs_person').length : 0;
	return ofRows + (partOf(partOf(result, 'audit'), 'uncertain') === true ? 1 : 0);
}

function partOf(value: unknown, name: string): unknown {
	return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
