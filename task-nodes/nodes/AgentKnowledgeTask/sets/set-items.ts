import { NodeOperationError } from 'n8n-workflow';
import type { IDataObject, IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { agentLocator } from '../fields/agent-locator';
import { type Field, FieldReader } from '../fields/field-reader';
import { type BlobOf, sentBlob } from '../fields/input-files';
import { isEmpty } from '../fields/field-values';
import { setUrl } from '../task-types/knowledge-rows';
import { set } from '../task-types/knowledge-sync';
import type { ReadRow, TaskType } from '../task-types/task-type';
import type { AwaitedSet, RowsReturned } from '../waiting/awaited-set';

/** An input item as a row of a set. */
export interface SetItem {
	json: IDataObject;
	/** Null: the item has nothing at all, as n8n's "Always Output Data" gives it. */
	row: IDataObject | null;
	file?: ReadRow['file'];
	/** Why it cannot be used. The row is sent as it is, so that the worker knows that one is missing. */
	fault?: string;
}

/**
 * What each input item is in the set. An item that cannot be used stops no other.
 */
export async function readSetItems(context: IExecuteFunctions, type: TaskType): Promise<SetItem[]> {
	const items: SetItem[] = [];
	for (const [itemIndex, item] of context.getInputData().entries()) {
		const { json } = item;
		if (hasNothing(item)) {
			items.push({ json, row: null });
			continue;
		}
		const read = new FieldReader(context, itemIndex, type.options);
		const [attempt] = await Promise.allSettled([Promise.resolve(read).then((reader) => type.readRow?.(reader))]);
		if (attempt.status === 'fulfilled' && attempt.value !== undefined) items.push({ json, ...attempt.value });
		else items.push({ json, row: {}, fault: messageOf(attempt) });
	}
	return items;
}

/** Names the files of the items in their rows, one file after the other. Default: it sends them to the gateway. */
export async function withRowFiles(
	context: IExecuteFunctions,
	items: readonly SetItem[],
	blobOf: BlobOf = sentBlob,
): Promise<SetItem[]> {
	const named: SetItem[] = [];
	for (const [itemIndex, { file, ...item }] of items.entries()) {
		if (file === undefined) named.push(item);
		else named.push({ ...item, row: { ...item.row, blob: await blobOf(context, file.field, itemIndex) } });
	}
	return named;
}

function hasNothing({ json, binary }: INodeExecutionData): boolean {
	return Object.keys(binary ?? {}).length === 0 && Object.values(json).every((value) => isEmpty(value));
}

/**
 * An expression can give each item its own value, and the items are one set.
 * @throws NodeOperationError if items name different agents, sets or addresses
 */
export function throwUnlessOneSet(context: IExecuteFunctions): void {
	throwUnlessSame(context, agentLocator, (read) => read.locator(agentLocator));
	throwUnlessSame(context, set, (read) => read.text(set));
	throwUnlessSame(context, setUrl, (read) => read.optionalText(setUrl) ?? '');
}

function throwUnlessSame(
	context: IExecuteFunctions,
	field: Pick<Field, 'displayName'>,
	valueOf: (read: FieldReader) => string,
): void {
	const first = valueOf(new FieldReader(context, 0));
	for (let itemIndex = 1; itemIndex < context.getInputData().length; itemIndex++) {
		const other = valueOf(new FieldReader(context, itemIndex));
		if (other === first) continue;
		throw new NodeOperationError(
			context.getNode(),
			`The field "${field.displayName}" is "${first}" for the first item and "${other}" for this one`,
			{
				itemIndex,
				description:
					'All input items of a run are one set of one agent. Run the node once for each set, for example in a sub-workflow. Nothing was sent.',
			},
		);
	}
}

function messageOf(attempt: PromiseSettledResult<unknown>): string {
	if (attempt.status === 'fulfilled') return 'The item is no row.';
	const reason: unknown = attempt.reason;
	return reason instanceof Error ? reason.message : String(reason);
}

/** What the node keeps of the items while it waits. */
export function awaitedSet(items: readonly SetItem[], returned: RowsReturned): AwaitedSet {
	return {
		items: items.map(({ json, row, fault }) => ({
			// Without rows, nothing of the items is shown.
			json: returned === 'none' ? {} : json,
			name: nameOf(row),
			isRow: row !== null,
			...(fault !== undefined && { fault }),
		})),
		returned,
	};
}

function nameOf(row: IDataObject | null): string | null {
	const name = row?.['question'] ?? row?.['title'] ?? row?.['url'] ?? row?.['filename'];
	return typeof name === 'string' ? name : null;
}
