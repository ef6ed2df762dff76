import type { IDataObject } from 'n8n-workflow';
import type { ReadPage } from '../generated/pages';
import { listItems } from '../transport/list-items';
import { ReadAhead } from '../transport/read-ahead';
import { rowOf } from '../transport/row';

/**
 * The records that Return All and Limit ask for, as output rows.
 * @param shape makes a row of a record. Default: the whole record
 */
export async function listRows<Each extends { id?: unknown }>(
	{ returnAll, limit }: { returnAll: boolean; limit: number },
	readPage: ReadPage<Each>,
	shape: (record: Each) => IDataObject = rowOf,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	const most = returnAll ? undefined : limit;
	const ahead = new ReadAhead(readPage, most);
	try {
		for await (const item of listItems((window) => ahead.read(window), most)) rows.push(shape(item));
	} finally {
		await ahead.settle();
	}
	return rows;
}
