import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';
import type { TaskView } from '../../../gateway/gateway-responses';
import { getTask } from '../../../gateway/tasks';
import { readOptionalSeconds, readText } from '../../fields/read-fields';
import { taskIdField } from './task-id';

/** The gateway holds an answer back for no longer than this. */
const LONGEST_WAIT_SECONDS = 60;

export const waitSecondsField = {
	displayName: 'Wait for the End (Seconds)',
	name: 'waitSeconds',
	type: 'number',
	typeOptions: { minValue: 0, maxValue: LONGEST_WAIT_SECONDS, numberPrecision: 0 },
	default: 0,
	description: 'How long to wait for the end of a running task before returning. Occupies an n8n worker meanwhile.',
} as const satisfies INodeProperties;

export async function get(context: IExecuteFunctions, itemIndex: number): Promise<TaskView> {
	const id = readText(context, taskIdField, itemIndex);
	const seconds = readOptionalSeconds(context, waitSecondsField, itemIndex);
	return await getTask(context, id, Math.min(seconds, LONGEST_WAIT_SECONDS), itemIndex);
}
