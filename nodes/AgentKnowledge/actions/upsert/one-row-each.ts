import { NodeOperationError } from 'n8n-workflow';
import type { Api } from '../../transport/api';
import { nameKey } from '../names';
import type { ItemRun } from '../operation';
import { NOTHING_SENT } from '../parameters/read-parameters';
import { start } from '../parameters/text-form';

/** Indexes of items by agent and key of the name. */
type Rows = Map<string, number[]>;

const rowsOf = new WeakMap<Api, Rows>();

/** More items than these are counted. */
const MOST_SHOWN = 10;

/**
 * Each record has one row. Of two rows with one name, neither can be right for sure, and the later one would silently
 * undo the earlier one in every run.
 * @param field the parameter with the name
 * @param name of this item
 * @throws NodeOperationError that names the items
 */
export function assertOneRow(run: ItemRun, field: 'question' | 'title', name: string): void {
	const { context, api, itemIndex } = run;
	const rows = rowsOf.get(api) ?? readRows(run, field);
	rowsOf.set(api, rows);
	const same = rows.get(keyOf(run, field, itemIndex)) ?? [];
	if (same.length < 2) return;
	const shown = same.length > MOST_SHOWN ? [...same.slice(0, MOST_SHOWN), '...'] : same;
	throw new NodeOperationError(context.getNode(), `${same.length} items have the ${field} "${start(name)}"`, {
		itemIndex,
		description: `These are the items ${shown.join(', ')}. Capitals and blanks do not count. Keep one of them, for example by the node Remove Duplicates. ${NOTHING_SENT}`,
	});
}

function readRows(run: ItemRun, field: string): Rows {
	const rows: Rows = new Map();
	for (const item of run.context.getInputData().keys()) {
		const key = keyOf(run, field, item);
		rows.set(key, [...(rows.get(key) ?? []), item]);
	}
	return rows;
}

/** An item without a name, or with an expression that fails, gets its own error when its turn comes. */
function keyOf({ context }: ItemRun, field: string, itemIndex: number): string {
	try {
		const agentId: unknown = context.getNodeParameter('agentId', itemIndex, '', { extractValue: true });
		const name: unknown = context.getNodeParameter(field, itemIndex, '');
		const key = typeof name === 'string' || typeof name === 'number' ? nameKey(String(name)) : '';
		return JSON.stringify([String(agentId).trim(), key === '' ? itemIndex : key]);
	} catch {
		return JSON.stringify(itemIndex);
	}
}
