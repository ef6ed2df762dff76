import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { sendAction } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { given } from '../../task-types/task-type';
import { executionKey } from '../../items/execution-key';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { taskIdField } from './task-id';

const from = {
	displayName: 'Read Again From',
	name: 'from',
	type: 'dateTime',
	default: '',
	description:
		'Read all leads again that were captured since this day (UTC). Only its date counts, not its time. Default: only new leads.',
} as const satisfies INodeProperties;

async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const read = new FieldReader(context, itemIndex, [from]);
	const id = read.text(taskIdField);
	const body = given({ from: read.optionalDay(from) });
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
	execute: forEachItem(run),
};
