import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { isRecord } from '../../gateway/gateway-responses';
import { only } from '../fields/simplify';
import { simplifiedTask } from '../items/simplified-task';
import { recordOf, recordsOf } from '../task-types/columns';
import { ROW_LABELS } from '../task-types/knowledge-rows';
import { withoutPair } from './pairing';
import type { Presentation } from './presentation';
import type { AwaitedSet } from './awaited-set';

type Outputs = [inStep: INodeExecutionData[], notInStep: INodeExecutionData[]];

interface EndedSet {
	/** The task, with links for a browser. */
	task: IDataObject;
	isDone: boolean;
	set: AwaitedSet;
	presentation: Presentation;
	nodeName: string;
	/** No task was started. */
	isSample?: true;
}

/** What became of one row. */
interface Row {
	/** As the gateway gives it, or in its shape. */
	view: IDataObject;
	/** Its input item; null if no item wants it. */
	index: number | null;
}

const GOOD: ReadonlySet<unknown> = new Set(['done', 'planned', 'saved_not_indexed', 'stays', 'skipped']);
/** It was as wanted already, or is no row. Null: a long result does not say. */
const IDLE: ReadonlySet<unknown> = new Set(['unchanged', 'skipped', null]);
/** A result names at most so many rows that could not be used. With so many, the places of the others are not known. */
const MOST_UNUSABLE = 1_000;

/**
 * The node's two outputs: the digest of the task first, in that of its end, then a row for each input item and for each
 * item that the set no longer wants.
 */
export function setOutputs(ended: EndedSet): Outputs {
	const { task, isDone, set, presentation, nodeName, isSample } = ended;
	const outputs: Outputs = [[], []];
	const mark = isSample && { isSample };
	const digest = presentation.simplify ? digestOf(task) : task;
	outputs[isDone ? 0 : 1].push({ json: { ...mark, ...digest }, pairedItem: withoutPair(nodeName) });
	const isRejected = task['outcome'] === 'rejected';
	for (const { view, index } of set.returned === 'none' ? [] : rowsOf(task, set)) {
		if (set.returned === 'changed' && IDLE.has(view['step'])) continue;
		const isGood = GOOD.has(view['outcome']) && !(isRejected && view['outcome'] === 'planned');
		const json = {
			...mark,
			...(presentation.simplify ? simplifiedRow(view) : view),
			item: index === null ? null : { index, json: set.items[index]?.json ?? {} },
		};
		outputs[isGood ? 0 : 1].push({ json, pairedItem: index === null ? withoutPair(nodeName) : { item: index } });
	}
	return outputs;
}

/** The rows are items of their own. */
function digestOf(task: IDataObject): IDataObject {
	const { details, ...columns } = simplifiedTask(task);
	const { result, ...parts } = recordOf(details) as IDataObject;
	const names = Object.keys(recordOf(result)).filter((name) => name !== 'rows' && name !== 'unusable');
	const rest = only(recordOf(result) as IDataObject, names);
	return { ...columns, details: { ...parts, result: isRecord(result) ? rest : null } };
}

function rowsOf({ result }: IDataObject, { items }: AwaitedSet): Row[] {
	const { rows, unusable, rowsNotShown } = recordOf(result);
	const ended = recordsOf(rows);
	const refused = recordsOf(unusable);
	const faults = faultsOf(items, refused);
	const isComplete = ended !== null && refused !== null && refused.length < MOST_UNUSABLE;
	const places = items.flatMap(({ isRow }, index) => (isComplete && isRow && !faults.has(index) ? [index] : []));
	const ofItems = new Map<number, IDataObject>();
	const gone: Row[] = [];
	for (const view of (ended ?? []) as IDataObject[]) {
		const place = typeof view['row'] === 'number' ? places[view['row']] : undefined;
		if (place === undefined) gone.push({ view, index: null });
		else ofItems.set(place, view);
	}
	const own = items.flatMap(({ name, isRow }, index): Row[] => {
		const fault = faults.get(index);
		if (fault !== undefined) return [{ view: madeUp(name, 'refused', 'refused', fault), index }];
		if (!isRow) return [{ view: madeUp(name, 'skipped', 'skipped', 'The item is empty'), index }];
		const view = ofItems.get(index);
		if (view !== undefined) return [{ view, index }];
		// Without a result, the digest says why. A long result has no rows of what is in step.
		if (!isComplete) return [];
		return [{ view: madeUp(name, rowsNotShown === 0 ? 'unchanged' : null, 'done', null), index }];
	});
	const fetched = items.length > 0 ? [] : (refused ?? []).map(fetchedFault);
	return [...own, ...fetched, ...gone];
}

/**
 * Items that could not be used. A line of the upload is an item, and the worker's list says which lines it took. Without a
 * result, it is what the node and the gateway have found.
 */
function faultsOf(items: AwaitedSet['items'], unusable: Array<Record<string, unknown>> | null): Map<number, string> {
	const found = items.flatMap(({ fault }, index) => (fault === undefined ? [] : [[index, fault] as const]));
	if (unusable === null) return new Map(found);
	const refused = unusable.flatMap(({ row, reason }) =>
		typeof row === 'number' ? [[row - 1, items[row - 1]?.fault ?? inItems(String(reason))] as const] : [],
	);
	return new Map(refused);
}

/** The worker numbers the lines of the upload from 1 on, and n8n the items from 0 on. */
function inItems(reason: string): string {
	return reason.replace(/The file, row (\d+)/g, (_all, row) => `item ${Number(row) - 1}`);
}

/** The worker has fetched the rows, so that no item is one. */
function fetchedFault({ row, source, reason }: Record<string, unknown>): Row {
	const name = typeof row === 'number' ? `${String(source)}, row ${row}` : String(source);
	return { view: madeUp(name, 'refused', 'refused', String(reason)), index: null };
}

/** A row that the result does not have. */
function madeUp(name: string | null, step: string | null, outcome: string, detail: string | null): IDataObject {
	const reason = detail === null ? null : { type: 'row', title: '', detail };
	return { key: null, type: null, name, step, outcome, id: null, reason };
}

/** `itemId` is the service's ID. The digest has `id` and `type` of the task. */
function simplifiedRow({ outcome, reason, step, name, key, type, id }: IDataObject): IDataObject {
	return { outcome, reason: reasonOf(reason), step, name, key, rowType: type, itemId: id };
}

function reasonOf(reason: unknown): string | null {
	const { type, title, detail } = recordOf(reason);
	// Its title is the field of the row that the sentence is about.
	if (type === 'step') return `${ROW_LABELS[String(title)] ?? String(title)} ${String(detail)}`;
	const texts = [title, detail];
	const known = texts.filter((text) => typeof text === 'string' && text !== '');
	return known.length === 0 ? null : known.join(': ');
}
