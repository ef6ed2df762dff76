import type { IExecuteFunctions } from 'n8n-workflow';
import { gatewayUrl } from '../../../gateway/gateway-context';
import { getTask } from '../../../gateway/tasks';
import { reviewPath } from '../../../gateway/task-actions';
import { duration } from '../../fields/duration';
import { FieldReader } from '../../fields/field-reader';
import { simplify } from '../../fields/simplify';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { shownTask } from '../../items/task-item';
import { taskIdField } from './task-id';

/** The gateway's longest wait in one request. */
const LONGEST_WAIT_SECONDS = 60;

const waitBriefly = duration({
	displayName: 'Wait for the End',
	name: 'waitBriefly',
	description:
		'How long to wait for the end of a running task before returning, at most 1 minute. Occupies an n8n worker meanwhile. Default: not at all.',
	amount: 30,
	unit: 'seconds',
});

async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const read = new FieldReader(context, itemIndex, [waitBriefly]);
	const id = read.text(taskIdField);
	const seconds = Math.min(read.optionalSeconds(waitBriefly) ?? 0, LONGEST_WAIT_SECONDS);
	const task = await getTask(context, id, seconds, itemIndex);
	// The link is a secret: the gateway shows it only to a token that may decide.
	const review = task['waitsForPerson'] === true ? await reviewPath(context, id, itemIndex) : undefined;
	const links: Record<string, string> = review === undefined ? {} : { review: `${await gatewayUrl(context)}${review}` };
	return { json: await shownTask(context, task, itemIndex, links) };
}

export const get: NodeOperation = {
	value: 'get',
	name: 'Get',
	action: 'Get a task',
	description: 'Get the status, progress and result of a task',
	properties: [taskIdField, simplify],
	options: [waitBriefly],
	execute: forEachItem(run),
};
