import type { IDataObject, IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sendAction } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { given } from '../../task-types/task-type';
import { executionKey } from '../../items/execution-key';
import { forEachWrite } from '../for-each-write';
import type { ItemData, NodeOperation } from '../operation';
import { readTaskId, taskIdField } from './task-id';

const from = {
	displayName: 'Read Again From',
	name: 'from',
	type: 'dateTime',
	default: '',
	description:
		'Read all leads again that were captured since this day (UTC). Only its date counts, not its time. Default: only new leads.',
} as const satisfies INodeProperties;

interface Request {
	id: string;
	body: IDataObject;
}

function readItem(context: IExecuteFunctions, itemIndex: number): Request {
	const read = new FieldReader(context, itemIndex, [from]);
	return { id: readTaskId(read), body: given({ from: read.optionalDay(from) }) };
}

async function send(context: IExecuteFunctions, { id, body }: Request, itemIndex: number): Promise<ItemData> {
	const request = { id, idempotencyKey: executionKey(context, itemIndex), itemIndex };
	return { json: { id, ...(await sendAction(context, 'sync-now', body, request)) } };
}

export const syncNow: NodeOperation = {
	value: 'syncNow',
	name: 'Sync Now',
	action: 'Sync leads now',
	description: 'Ask a running lead sync to look for new leads now',
	properties: [taskIdField],
	options: [from],
	execute: forEachWrite({ read: readItem, send }),
};
