import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sendAction } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { executionKey } from '../../items/execution-key';
import { forEachWrite } from '../for-each-write';
import type { ItemData, NodeOperation } from '../operation';
import { readTaskId, taskIdField } from './task-id';

const leadIds = {
	displayName: 'Lead IDs',
	name: 'leadIds',
	type: 'string',
	default: '',
	placeholder: 'e.g. 17, 23',
	description: 'The refused leads to write again, separated by commas. Default: all refused leads.',
} as const satisfies INodeProperties;

interface Request {
	id: string;
	ids: number[];
}

function readItem(context: IExecuteFunctions, itemIndex: number): Request {
	const read = new FieldReader(context, itemIndex, [leadIds]);
	return { id: readTaskId(read), ids: readIds(read) };
}

async function send(context: IExecuteFunctions, { id, ids }: Request, itemIndex: number): Promise<ItemData> {
	const request = { id, idempotencyKey: executionKey(context, itemIndex), itemIndex };
	const body = ids.length === 0 ? {} : { leadIds: ids };
	return { json: { id, ...(await sendAction(context, 'retry-refused', body, request)) } };
}

/** @throws NodeOperationError if an id is no whole number */
function readIds(read: FieldReader): number[] {
	const ids = read.list(leadIds);
	const wrong = ids.find((id) => !/^\d+$/.test(id));
	if (wrong !== undefined) throw read.problem(leadIds, `must have numbers, but has "${wrong}"`);
	return ids.map(Number);
}

export const retryRefused: NodeOperation = {
	value: 'retryRefused',
	name: 'Retry Refused Leads',
	action: 'Retry refused leads',
	description: 'Ask a running lead sync to write leads again that the destination refused',
	properties: [taskIdField],
	options: [leadIds],
	execute: forEachWrite({ read: readItem, send }),
};
