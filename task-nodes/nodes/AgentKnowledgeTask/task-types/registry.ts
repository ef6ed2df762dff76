import { NodeOperationError, updateDisplayOptions } from 'n8n-workflow';
import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import { addSources } from './add-sources';
import { emailSendWithReview } from './email-send-with-review';
import { leadSync } from './lead-sync';
import { nightlyRetrain } from './nightly-retrain';
import { leadExport } from './lead-export';
import { retrainAndWait } from './retrain-and-wait';
import type { TaskType } from './task-type';

/** Held against the worker's definitions of tasks by a test. */
export const taskTypes: readonly TaskType[] = [
	addSources,
	leadExport,
	leadSync,
	nightlyRetrain,
	retrainAndWait,
	emailSendWithReview,
];

/** Which task; of a task that never ends nobody can choose to wait for the end. */
export const anyTaskType = choiceOf(taskTypes);
export const taskTypeWithEnd = choiceOf(taskTypes.filter(({ endless }) => endless !== true));

/** The fields of each task. */
export const taskTypeFields: INodeProperties[] = taskTypes.flatMap(({ value, properties, ownProperties = [] }) =>
	updateDisplayOptions({ show: { taskType: [value] } }, [...properties, ...ownProperties]),
);

function choiceOf(types: readonly TaskType[]): INodeProperties {
	return {
		displayName: 'Task Type',
		name: 'taskType',
		type: 'options',
		noDataExpression: true,
		options: types.map(({ name, value, description }) => ({ name, value, description })),
		default: 'retrain-and-wait',
	};
}

/** @throws NodeOperationError when a flow was made with a newer version of this package */
export function chosenTaskType(context: IExecuteFunctions, itemIndex: number): TaskType {
	const wanted = context.getNodeParameter('taskType', itemIndex) as string;
	const found = taskTypes.find(({ value }) => value === wanted);
	if (found !== undefined) return found;
	throw new NodeOperationError(context.getNode(), `This version of the node has no task type "${wanted}"`, {
		itemIndex,
		description: 'Choose the Task Type again, or update the package n8n-nodes-agent-knowledge-tasks.',
	});
}
