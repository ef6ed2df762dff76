import type { IExecuteFunctions } from 'n8n-workflow';
import { getReview as readReview } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { taskIdField } from './task-id';

async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const id = new FieldReader(context, itemIndex).text(taskIdField);
	const { taskId, ...review } = await readReview(context, id, itemIndex);
	return { json: { id: taskId, ...review } };
}

export const getReview: NodeOperation = {
	value: 'getReview',
	name: 'Get Review',
	action: 'Get what waits for a decision',
	description: 'Get the email or the plan of a task, the question to decide on, and the decisions so far',
	properties: [taskIdField],
	execute: forEachItem(run),
};
