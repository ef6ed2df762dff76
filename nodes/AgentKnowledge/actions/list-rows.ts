import type { IDataObject } from 'n8n-workflow';
import type { Window } from '../transport/list-items';
import { listItems } from '../transport/list-items';
import { rowOf } from '../transport/row';

/** What Return All and Limit ask for, as output rows. */
export async function listRows(
	{ returnAll, limit }: { returnAll: boolean; limit: number },
	readPage: (window: Window) => Promise<{ items: Array<{ id?: unknown }> }>,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	for await (const item of listItems(readPage, returnAll ? undefined : limit)) rows.push(rowOf(item));
	return rows;
}
