import type { IExecuteFunctions, INodeExecutionData } from 'n8n-workflow';
import { getTask } from '../../../gateway/tasks';
import { MOST_TASKS_IN_A_WAIT } from '../../../gateway/waits';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { reasonOf, tooManyItems } from '../../waiting/start-and-wait';
import { partialSuccess, stopWaiting } from '../../waiting/wait-fields';
import { waitFor } from '../../waiting/wait-for-tasks';
import type { AwaitedItem } from '../../waiting/wait-outputs';
import { readWaitSettings } from '../../waiting/wait-settings';
import type { NodeOperation } from '../operation';
import { outcomeOfItem } from '../../items/outcome-of-item';
import { endsOfAnyTask, pretendWait } from '../../pretend/pretend-tasks';
import { chosenPretence, whenTesting } from '../../pretend/when-testing';
import { readTaskId, taskIdField } from './task-id';

const testing = whenTesting(endsOfAnyTask);

/** Looks at the task of each item first, so that an unknown one is named. */
async function execute(context: IExecuteFunctions): Promise<INodeExecutionData[][]> {
	const input = context.getInputData();
	if (input.length > MOST_TASKS_IN_A_WAIT) throw tooManyItems(context, input.length);
	const pretence = chosenPretence(context, testing, endsOfAnyTask);
	if (pretence !== undefined) {
		return await pretendWait(context, pretence, (itemIndex) => readTaskId(new FieldReader(context, itemIndex)));
	}
	const settings = readWaitSettings(context);
	const items: AwaitedItem[] = [];
	for (const [itemIndex, { json }] of input.entries()) {
		const found = await outcomeOfItem(context, itemIndex, async () => {
			const id = new FieldReader(context, itemIndex).text(taskIdField);
			return await getTask(context, id, 0, itemIndex);
		});
		items.push({ json, started: found.ok ? { taskId: found.value.id } : reasonOf(found.error) });
	}
	return await waitFor(context, items, settings);
}

export const wait: NodeOperation = {
	value: 'wait',
	name: 'Wait',
	action: 'Wait for tasks',
	description: 'Continue when the tasks of all items have ended, wherever they were started. Occupies no n8n worker.',
	properties: [taskIdField, simplify],
	options: [partialSuccess, stopWaiting, testing],
	notForTools: true,
	waits: { when: 'always', outputs: ['Done', 'Not Done'] },
	execute,
};
