import type { IExecuteFunctions } from 'n8n-workflow';
import { FieldReader } from '../fields/field-reader';
import { readStartRequest, type StartRequest } from '../items/start-request';
import { rowsReturned } from '../task-types/knowledge-sync';
import type { TaskType } from '../task-types/task-type';
import type { RowsReturned } from '../waiting/awaited-set';
import { readSetItems, type SetItem, throwUnlessOneSet } from './set-items';

/** What one run of the node starts, before anything is sent. */
export interface ReadSet {
	/** The fields of the first item apply to all. */
	request: StartRequest;
	/** Empty if the worker fetches the rows. */
	items: SetItem[];
	returned: RowsReturned;
}

/** @throws NodeOperationError that names the field */
export async function readSet(context: IExecuteFunctions, type: TaskType): Promise<ReadSet> {
	const request = await readStartRequest(context, type, 0);
	const returned = new FieldReader(context, 0, type.options).choice(rowsReturned) as RowsReturned;
	throwUnlessOneSet(context);
	const isFetched = request.input['url'] !== undefined;
	return { request, items: isFetched ? [] : await readSetItems(context, type), returned };
}
