import type { IDataObject } from 'n8n-workflow';
import type { ReadPage } from '../generated/pages';
import { listAhead } from '../transport/list-ahead';
import { rowOf } from '../transport/row';

/**
 * The records that Return All and Limit ask for, as output rows.
 * @param shape makes a row of a record. Default: the whole record
 * @param matches leaves records out, after they were read. Default: none
 */
export async function listRows<Each extends { id?: unknown }>(
	{ returnAll, limit }: { returnAll: boolean; limit: number },
	readPage: ReadPage<Each>,
	shape: (record: Each) => IDataObject = rowOf,
	matches?: (record: Each) => boolean,
): Promise<IDataObject[]> {
	const rows: IDataObject[] = [];
	const wanted = returnAll ? undefined : limit;
	const most = matches === undefined ? wanted : undefined;
	for await (const item of listAhead(readPage, most)) {
		if (matches?.(item) === false) continue;
		rows.push(shape(item));
		if (rows.length === wanted) break;
	}
	return rows;
}
